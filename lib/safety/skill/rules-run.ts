import { inOrder } from "@/lib/safety/skill/match-order";
import type { StatementRule } from "@/lib/safety/skill/skill-finding";

const FETCH = /\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod|lwp-download|xh|fetch)\b/i;
const INTO_SHELL =
  /\|\s{0,4}(?:(?:sudo|doas)\s{1,3}(?:-\S{1,20}\s{1,3}){0,4})?(?:env\s{1,3})?(?:\w{1,40}=\S{0,80}\s{1,3}){0,3}(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:env\s{1,3})?(?:(?:ba|z|da|k|fi|a|c)?sh\b(?![-.=/])|(?:python[\d.]{0,4}|node|perl|ruby|php|bun|deno|pwsh|powershell|osascript|lua)(?=\s{0,3}(?:$|-\s{0,2}(?:$|["'`)&;|])|["'`)&;|])|\s{1,3}-\s)|iex\b|invoke-expression\b|source\s{1,3}\/dev\/stdin|xargs\s{1,3}(?:-\S{1,20}\s{1,3}){0,3}(?:ba|z)?sh\b)/i;
const SHELL_OF =
  /(?:\b(?:ba|z|da|k)?sh|\bsource|(?<![\w.])\.|\beval|\bpython[\d.]{0,4}|\bnode|\bperl|\bruby|\biex|\binvoke-expression|\bexec)\s{0,3}(?:-\w{1,4}\s{1,3}){0,2}["'(]{0,2}(?:<\(|\$\(|`|\()\s{0,3}(?:curl|wget|iwr|irm|invoke-webrequest|new-object\s{1,3}(?:system\.)?net\.webclient)\b/i;
const EVALUATES =
  /\b(?:exec|eval|Function|runInThisContext|runInNewContext|execSync|system|popen|loadstring|iex|invoke-expression)\b/i;
const CALLS =
  /\b(?:exec|eval|Function|runInThisContext|runInNewContext|execSync|system|popen|loadstring|compile)\s{0,2}\((?!\s{0,2}\))/;
const DECODES =
  /\batob\s{0,2}\(|b64decode|frombase64string|fromCharCode|unhexlify|codecs\.decode|decodebytes|base64_decode|bytes\.fromhex|marshal\.loads|zlib\.decompress|Buffer\.from\s{0,2}\(\s{0,2}["'`][A-Za-z0-9+/=]{16}/i;
const UNPACKS =
  /\bbase64\s{1,3}(?:-\w{0,3}[dD]\w{0,3}|--decode)\b|\bxxd\s{1,3}-r|\bopenssl\s{1,3}(?:enc|base64)\b|\b(?:gunzip|zcat|uudecode|rev|rot13)\b|\btr\s{1,3}['"]?[A-Za-z]-[A-Za-z]/i;
const BLOB = /[A-Za-z0-9+/]{60}|(?:\\x[0-9a-f]{2}){12}|(?:\d{2,3},\s?){20}/i;
const FROM_WEB =
  /requests\.get|urlopen|urllib|httpx\.get|\bfetch\s{0,2}\(|https?\.get|axios|curl_exec|file_get_contents|downloadstring|net\.webclient/i;

/** Rules about code that arrives from elsewhere and is run unseen. */
export const runRules: readonly StatementRule[] = [
  {
    id: "download_and_run",
    class: "hold",
    what: "a download that is run unseen",
    gate: /curl|wget|fetch|iwr|irm|invoke-|aria2c|urlopen|requests\.|httpx|axios|webclient|\bxh\b|download|https?\.get|file_get_contents|mshta|regsvr32|certutil|bitsadmin|npx?|pip|\.(?:sh|ps1|py|exe|bat)\b/i,
    find: (text) =>
      firstOf(
        inOrder(text, 500, FETCH, INTO_SHELL),
        text.search(SHELL_OF),
        inOrder(
          text,
          120,
          /\b(?:iex|invoke-expression)\b/i,
          /downloadstring|invoke-webrequest|\biwr\b|\birm\b|invoke-restmethod|net\.webclient/i,
        ),
        inOrder(
          text,
          300,
          /downloadfile|invoke-webrequest|\biwr\b|start-bitstransfer/i,
          /start-process|invoke-item|;\s{0,3}&\s{0,3}["'$.]/i,
        ),
        inOrder(text, 60, CALLS, FROM_WEB),
        inOrder(text, 200, FROM_WEB, /\.then\(\s{0,3}eval\s{0,3}\)|=>\s{0,3}(?:eval|new Function)\s{0,2}\(/),
        inOrder(text, 120, /\b(?:mshta|regsvr32|rundll32|bitsadmin|certutil)\b/i, /https?:\/\//i),
        text.search(
          /\b(?:npx|npm (?:i|install)|pip3? install)\s{1,3}(?:(?!-{1,2}(?:index|extra|i\b|find|f\b|trusted|registry))-{1,2}[\w-]{1,20}\s{1,3}){0,3}["']?https?:\/\/(?!github\.com|codeload\.github\.com|files\.pythonhosted\.org|registry\.npmjs\.org)/i,
        ),
        inOrder(
          text,
          100,
          /\b(?:download|fetch|grab|retrieve|pull)\b/i,
          /\b(?:script|payload|[\w-]{1,40}\.(?:sh|ps1|py|exe|bat))\b/i,
          /\b(?:run|execute|launch|eval|source)\b/i,
          /\b(?:it|them|locally|immediately|with|as|the)\b/i,
        ) >= 0 && /https?:\/\//i.test(text)
          ? text.search(/\b(?:download|fetch|grab|retrieve|pull)\b/i)
          : -1,
        inOrder(text, 60, /\b(?:run|execute|launch|eval)\b/i, /https?:\/\/[^\s)`"'|]{3,200}\.(?:sh|ps1|exe|bat)\b/i),
      ),
  },
  {
    id: "remote_instructions",
    class: "hold",
    what: "instructions that are fetched from an address and obeyed",
    gate: /https?:\/\//i,
    find: (text) =>
      inOrder(
        text,
        110,
        /\b(?:fetch|load|read|download|retrieve|get|curl|visit|open|pull|query|request)\b/i,
        /https?:\/\/[^\s)`"']{3,150}/i,
        /\b(?:follow|obey|execute|carry out|act on|comply with|perform|do (?:what|whatever|everything|exactly)|treat)\b/i,
        /\b(?:instructions?|commands?|directives?|orders|it (?:says|returns|contains|tells)|whatever|response|returned|prompt)\b/i,
      ),
  },
  {
    id: "encoded_code",
    class: "hold",
    what: "an encoded text that is fed to a decoder and run",
    gate: /base64|atob|b64|xxd|openssl|gunzip|zcat|uudecode|rot13|\btr\b|fromcharcode|unhexlify|fromhex|marshal|decompress|codecs|buffer\.from|-e(?:nc|c)?\b|encodedcommand|decode/i,
    firm: true,
    find: (text) =>
      firstOf(
        inOrder(text, 300, UNPACKS, INTO_SHELL),
        inOrder(
          text,
          300,
          /\b(?:eval|source|exec|(?:ba|z)?sh\s{1,3}-c|python[\d.]{0,4}\s{1,3}-c|node\s{1,3}-e|perl\s{1,3}-e)(?=[\s"'])/i,
          UNPACKS,
        ),
        inOrder(text, 120, EVALUATES, DECODES),
        text.search(
          /\b(?:powershell|pwsh)(?:\.exe)?\s(?:\s?-[\w]{1,20}(?:\s{1,2}(?!-)\w{1,20})?\s){0,6}-e(?:nc|ncodedcommand|c)?\s{1,3}["']?[A-Za-z0-9+/]{20}/i,
        ),
        BLOB.test(text) &&
          /base64\s{1,3}(?:-\w{0,3}[dD]|--decode)|\batob\s{0,2}\(|b64decode|FromBase64String|base64_decode|unhexlify|fromhex|xxd\s{1,3}-r|fromCharCode/i.test(
            text,
          )
          ? text.search(BLOB)
          : -1,
        inOrder(
          text,
          100,
          /\bdecode\b/i,
          /\b(?:base64|hex|rot13|string|blob|text|payload)\b/i,
          /\b(?:run|execute|follow|eval|obey)\b/i,
          /\b(?:it|result|output|decoded|instructions?|commands?)\b/i,
        ),
      ),
  },
];

/** The smallest offset that was found, or -1. */
export function firstOf(...offsets: number[]): number {
  const found = offsets.filter((offset) => offset >= 0);
  return found.length === 0 ? -1 : Math.min(...found);
}
