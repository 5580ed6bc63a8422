import { inOrder } from "@/lib/safety/skill/match-order";
import { firstOf } from "@/lib/safety/skill/rules-run";
import type { StatementRule } from "@/lib/safety/skill/skill-finding";

const POSTS = /\b(?:curl|wget|xh|invoke-restmethod|invoke-webrequest|iwr|irm)\b/i;
const HARMLESS_BODY =
  "(?!-?(?:payload|body|request|req|data|input|query|message|event|params|image|photo|audio)\\b|[\\w./$\\{\\}-]{1,80}\\.(?:json|png|jpe?g|gif|webp|svg|mp3|wav|mp4|ya?ml|xml|csv|gz|tgz|whl|jar|pdf|graphql|xlsx|docx|sarif|lcov|xcarchive|ipa|apk|zip|html|md|ndjson|jsonl|bin)\\b|\\$|<|\\{|-(?:\\s|$|[\"'`]))";
const FILE_BODY = new RegExp(
  `(?:-d|--data(?:-binary|-raw|-urlencode|-ascii)?|-F|--form|--upload-file|--post-file|--body-file)[ =]{0,2}["']?[^\\s"'=@]{0,40}=?(?:@${HARMLESS_BODY}[\\w~./\\\\$]|["']?\\$\\(\\s{0,2}(?:cat|env|printenv|base64|tar|find|history|set|ls|git)\\b|["']?\`(?:cat|env|base64))`,
);
const SECRET_BODY =
  /@[^\s"']{0,80}(?:\.env|secret|credential|passw|id_rsa|id_ed25519|\.ssh|\.aws|shadow|history|\.pem|wallet|cookies|token)/i;
const CAPTURES =
  /webhook\.site|requestbin|pipedream\.net|\bngrok(?:-free)?\.(?:io|app|dev)|burpcollaborator|oastify|interact\.sh|\boast\.(?:fun|live|me|pro|site|online)|beeceptor|hookbin|requestcatcher|dnslog|api\.telegram\.org\/bot|discord(?:app)?\.com\/api\/webhooks/i;
const SENDS =
  /\b(?:send|sends|sending|post|posts|upload|uploads|forward|transmit|exfiltrate|e-?mail|submit|leak|report|deliver|relay|append|attach|pass|curl|beacon|copy|ship)\b/i;
const PRIVATE_DATA =
  /\b(?:contents? of|file contents?|source code|(?<!(?:begin|start|open|continue|join) (?:the |a )?)\bconversation|chat (?:history|log)|transcript|system prompt|environment variables?|env vars?|(?:all|any|every|their|found|discovered|collected) (?:of )?(?:the )?(?:user['’]?s? )?(?:api |access |ssh |private |auth )?(?:secrets?|credentials?|keys?|tokens?|passwords?|files?|cookies)|user['’]s (?:\w{1,12} )?(?:data|files?|messages?|prompts?|credentials?|keys?|tokens?|e-?mails?|code|repository|workspace)|ssh keys?|private keys?|secrets|session cookies|home directory|memory files?|everything you|what the user)\b|\.env\b/i;
/** Tools of agents that leave the machine. */
const SENDING_TOOL =
  /\b(?:send|post|publish|create)_(?:e?mail|(?:\w{1,12}_)?message|sms|tweet|gist|issue|comment|webhook)\b|\bsend(?:Email|Mail|Message|Sms)\b/;
const OUTSIDE =
  /https?:\/\/(?!localhost|127\.)|\bwebhook\b|\b(?:our|my|remote|external|collection|collector|analytics|telemetry|attacker|logging|third[- ]party)(?: \w{1,12}){0,2} (?:server|endpoint|url|host|collector|service|bucket|inbox|address|api)\b|[\w.+-]{1,40}@[\w-]{1,40}\.\w{2}|query (?:string|parameter)|image url/i;
const CLIENT =
  /requests\.(?:post|put|get)|httpx\.(?:post|get)|urllib\.request|\bfetch\s{0,2}\(|axios\.(?:post|put|get)|https?\.request|invoke-restmethod|invoke-webrequest|sendBeacon|new Image\b|XMLHttpRequest|smtplib|urlopen/i;
const TAKEN =
  /open\(\s{0,3}(?:os\.path\.expanduser|["'](?:\/etc|~|\.env|\/home|\/root))|expanduser\(|dict\(os\.environ|os\.environ(?!\s{0,2}(?:\[|\.get|\.setdefault))|JSON\.stringify\(\s{0,3}process\.env|process\.env\s{0,2}[),}]|document\.cookie|JSON\.stringify\(\s{0,3}localStorage|readFileSync\(\s{0,3}(?:os\.homedir|["'`](?:\/etc|~|\.env|\/home|\/root))|Get-Content|Get-ChildItem env:/i;

/** Rules about what leaves the machine, and about control handed to others or taken away. */
export const outRules: readonly StatementRule[] = [
  {
    id: "sends_files_out",
    class: "hold",
    what: "sending of file contents, secrets or the conversation to an address",
    gate: /curl|wget|\bnc\b|ncat|netcat|send|post|upload|forward|transmit|exfil|mail|submit|leak|report|deliver|relay|append|attach|fetch|request|urllib|urlopen|invoke-|beacon|image|!\[|webhook|nslookup|\bdig\b|axios|ship|copy/i,
    find: (text) =>
      firstOf(
        inOrder(text, 300, POSTS, FILE_BODY),
        inOrder(text, 300, POSTS, SECRET_BODY),
        inOrder(
          text,
          200,
          /\b(?:cat|tar|env|printenv|history|zip|base64|find|grep|gpg|sqlite3|mysqldump|pg_dump|git\s{1,3}(?:log|diff|config)|ls)\s/i,
          /\|\s{0,4}(?:curl|wget|nc|ncat|netcat|socat|telnet|mail|sendmail|mutt)\b/i,
        ),
        text.search(/\b(?:nc|ncat|netcat)\s(?:\s?-\w{1,6}\s){0,3}\s?[\w.-]{4,80}\s{1,3}\d{2,5}\s{0,3}</i),
        inOrder(text, 150, SENDS, CAPTURES),
        inOrder(text, 250, CLIENT, TAKEN),
        inOrder(text, 250, TAKEN, CLIENT),
        inOrder(text, 130, SENDS, PRIVATE_DATA, OUTSIDE),
        inOrder(text, 130, SENDING_TOOL, PRIVATE_DATA),
        inOrder(
          text,
          130,
          PRIVATE_DATA,
          /\b(?:send|post|upload|forward|transmit|exfiltrate|submit|deliver|report)\b/i,
          /\b(?:it|them|this|these|that|the)\b/i,
          OUTSIDE,
        ),
        inOrder(text, 80, /\b(?:dig|nslookup|host|ping)\s/i, /\$\([^)]{1,100}\)\.[\w.-]{3,60}/),
        text.search(/!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s?]{1,200}\?\w{1,30}=(?:\{|\$|<|%7B|\[)/i),
      ),
  },
  {
    id: "remote_control",
    class: "hold",
    what: "a reverse shell, a back door or a miner",
    gate: /\/dev\/tcp|\bnc\b|ncat|bash|socat|pty\.spawn|mkfifo|xmrig|stratum|authorized_keys|crontab|NOPASSWD/i,
    find: (text) =>
      firstOf(
        text.search(/\/dev\/tcp\/(?!localhost|127\.|\$|\{|<|host)/i),
        text.search(/\b(?:nc|ncat|netcat)\s(?:\s?[\w.$-]{1,60}\s){0,4}\s?-\w{0,3}e\s{1,3}\S{0,20}(?:sh|cmd)/i),
        text.search(
          /\b(?:ba|z)?sh\s{1,3}-i\s{0,3}(?:>&|<|2>)|\bsocat\s\S{1,80}\s{1,3}exec:|pty\.spawn\(|\bxmrig\b|stratum\+tcp|NOPASSWD:\s{0,3}ALL/i,
        ),
        text.search(/>>\s{0,3}["']?\S{0,60}authorized_keys/i),
        inOrder(text, 100, /\b(?:add|append|insert|write|put|install)\b/i, /authorized_keys\b/i),
        inOrder(text, 200, /\b(?:curl|wget|nc|python[\d.]{0,4} -c)\b/i, /\bcrontab\s{1,3}-/i),
        inOrder(text, 200, /\bcrontab\b/i, /\b(?:curl|wget|nc)\b/i),
      ),
  },
  {
    id: "destroys_data",
    class: "hold",
    what: "a command that wipes a disk or a home folder",
    gate: /\brm\b|mkfs|\bdd\b|:\(\)|format|Remove-Item/i,
    find: (text) =>
      text.search(
        /\brm\s{1,3}(?:-\w{1,6}\s{1,3}){0,2}-(?:\w{0,3}r\w{0,3}f|\w{0,3}f\w{0,3}r)\w{0,3}\s{1,3}(?:--no-preserve-root\s{1,3})?["']?(?:\/|~\/?|\$HOME\/?|\$\{HOME\}\/?)\*?(?=["'`\s;&|)]|$)|\bmkfs(?:\.\w{2,5})?\s{1,3}\/dev\/|\bdd\s(?:\s?\w{2,6}=\S{1,60}\s){0,4}\s?of=\/dev\/(?:sd|nvme|disk|hd|mmc)|:\(\)\s{0,2}\{\s{0,2}:\|:&\s{0,2}\};:/,
      ),
  },
];
