import { inOrder } from "@/lib/safety/skill/match-order";
import { firstOf } from "@/lib/safety/skill/rules-run";
import type { StatementRule } from "@/lib/safety/skill/skill-finding";

const FETCHES =
  /\b(?:curl|wget|fetch|download|iwr|irm|invoke-webrequest|invoke-restmethod|requests\.get|urlopen|get|load|install|retrieve|scp|tftp|clone|open|visit|pull|post|send)\b/i;
// Loopback, private and link-local ranges are machines of the reader's own; documentation ranges are not excepted.
const RAW_ADDRESS =
  /(?:https?|ftp):\/\/(?:[^\s@/]{1,60}@)?(?!(?:127|10|0)\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1?\]|169\.254\.)(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]{3,40}\]|0x[0-9a-f]{6,8}|\d{8,10})(?![\w.])/i;
const PASTE =
  /\b(?:pastebin\.com|paste\.ee|hastebin\.com|ghostbin\.\w{2,4}|rentry\.(?:co|org)|dpaste\.(?:com|org)|ix\.io|0x0\.st|termbin\.com|transfer\.sh|file\.io|anonfiles\.com|gofile\.io|catbox\.moe|bashupload\.com|temp\.sh|controlc\.com|paste\.rs|sprunge\.us|gist\.githubusercontent\.com|cdn\.discordapp\.com)\//i;
const SHORTENED = /\b(?:bit\.ly|tinyurl\.com|is\.gd|cutt\.ly|goo\.gl|rb\.gy|t\.ly|shorturl\.at)\//i;

const READS =
  /\b(?:cat|less|more|head|tail|type|get-content|gc|strings|xxd|hexdump|base64|grep|awk|cp|copy|mv|tar|zip|gzip|rsync|scp|sqlite3|read|reads|reading|open|load|dump|print|display|show|output|collect|gather|harvest|extract|steal|include|paste|upload|send|post|email|find|locate|search|list|scan|look|check|inspect|view|access|parse|security|curl|readFile(?:Sync)?|expanduser|path\.join|summari[sz]e|enumerate|grab|exfiltrate)\b/i;
const STORES =
  /(?<!-i\s{0,2}["']?)(?:[~\w}%*]{1,40}|\/(?:home|Users)\/[^\s/]{1,40}|["'])?[\\/]\.ssh(?:[\\/](?!config\b|known_hosts|authorized_keys|[\w.*-]{0,40}\.pub\b)|["'`\s]|$)|(?<!-i\s{0,2}\S{0,40})\bid_(?:rsa|ed25519|ecdsa|dsa)\b(?!\.pub)|\.aws[\\/]credentials|\.git-credentials|\.pgpass\b|\.gnupg\b|\.docker[\\/]config\.json|application_default_credentials|\.azure[\\/]accessTokens|\bLogin Data\b|\bcookies\.sqlite\b|\blogins\.json\b|\bkey[34]\.db\b|User Data[\\/]Default|Application Support[\\/](?:Google|Firefox|BraveSoftware)|\.mozilla[\\/]firefox|\.config[\\/](?:google-chrome|chromium|gh[\\/]hosts)|\bwallet\.dat\b|\bMetaMask\b|find-(?:generic|internet)-password|dump-keychain|login\.keychain|\/etc\/shadow\b|\/proc\/(?:self|\d{1,6}|\*)\/environ|\.(?:bash|zsh)_history\b|browser(?:['’]s)? (?:cookies|passwords|saved passwords|profiles?|password stores?)|saved (?:browser )?passwords|(?:chrome|firefox|safari|browser) (?:cookies|password|credential)/i;
const METADATA = /169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200/;
const READS_PLAIN =
  /\b(?:cat|less|head|tail|type|get-content|gc|strings|xxd|base64|tar|zip|curl|scp|rsync|upload|send|post|exfiltrate|collect|harvest|steal|dump|print|display|output|paste|email|summari[sz]e|read|reveal|show|extract|grab|share|report|grep(?!\s{1,3}-\w{0,3}q))\b/i;
const PLAIN_STORES =
  /(?<!(?:>{1,2}|\b(?:to|into|in|from|your|via|using|with|a|an|through)|-o|--env-file[= ]|:)\s{0,2}["'`]{0,2})(?:(?<![\w*)\]-])\.env(?:\.(?:local|production|prod|development|staging))?(?![\w-]|\.(?:\w{0,12}\.)?(?:example|sample|template|dist|schema|\w))|(?:[~/]|\s)\/?\.npmrc\b|\.pypirc\b|\.netrc\b|\.kube[\\/]config\b)/i;

/** Rules about where things come from and what is read. */
export const reachRules: readonly StatementRule[] = [
  {
    id: "untraceable_download",
    class: "hold",
    what: "a download from a bare IP address, a paste site or a shortened link",
    gate: /:\/\/(?:[^\s@/]{1,60}@)?[\d[]|paste|hastebin|ghostbin|rentry|ix\.io|0x0\.st|termbin|transfer\.sh|file\.io|gofile|catbox|bashupload|temp\.sh|controlc|sprunge|githubusercontent|discordapp|bit\.ly|tinyurl|is\.gd|cutt\.ly|goo\.gl|rb\.gy|t\.ly|shorturl/i,
    firm: true,
    find: (text) =>
      firstOf(
        inOrder(text, 200, FETCHES, RAW_ADDRESS),
        inOrder(text, 160, FETCHES, PASTE),
        text.search(/pastebin\.com\/raw\//i),
        inOrder(text, 120, /\b(?:curl|wget|iwr|irm|invoke-webrequest)\b/i, SHORTENED),
      ),
  },
  {
    id: "reads_credentials",
    class: "hold",
    what: "reading of stored keys, passwords or browser data",
    gate: /\.ssh|id_(?:rsa|ed25519|ecdsa|dsa)|\.aws|credential|\.pgpass|\.gnupg|\.docker|azure|login|cookies|key[34]\.db|user data|application support|mozilla|google-chrome|chromium|wallet|metamask|password|keychain|shadow|environ|_history|browser|169\.254|metadata\.google|100\.100\.100/i,
    find: (text) => firstOf(inOrder(text, 90, READS, STORES), inOrder(text, 120, FETCHES, METADATA)),
  },
  {
    id: "reads_env_file",
    class: "hold",
    what: "reading of a file that holds secrets (.env, .npmrc, .kube/config …)",
    gate: /\.env|\.npmrc|\.pypirc|\.netrc|\.kube/i,
    find: (text) =>
      firstOf(
        inOrder(text, 40, READS_PLAIN, PLAIN_STORES),
        inOrder(
          text,
          40,
          /\b(?:open|load|check|access|parse|copy|include|collect|get)\b/i,
          PLAIN_STORES,
          /\b(?:contents?|values|secrets|keys|credentials|everything in it)\b/i,
          /\b(?:in|to|into|with|of|from|and)\b/i,
        ),
      ),
  },
];
