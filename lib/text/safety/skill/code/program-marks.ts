/** A branch that grants administrator access. */
const ADMIN = String.raw`(?:find_?[aA]dmin|[aA]dmins?\s{0,2}\[|[sS]uper_?[uU]ser|[iI]s_?[aA]dmin|[aA]dmin_?(?:[uU]ser|[sS]ession|[pP]rincipal|[lL]ogin)|[gG]rant_?[aA]ccess|[rR]ole["'\]]{0,3}\s{0,3}(?::|=(?!=)|\(|,)\s{0,3}["']?(?:admin|ADMIN|root|owner)|["'](?:ROLE_)?(?:admin|ADMIN|root|superuser)["']|admin:\s?true)`;
const SECRET_NAME = String.raw`(?:\b[pP]assw\w{0,12}|\bpass|\bpwd?|\bpin|\bkennwort|\bclave|\bcontrase\w{1,4}|[hH]eaders?(?:\.get)?\s{0,2}[[(]\s{0,2}["'][\w-]{2,40}["']\s{0,2}[\])])`;
const HASHED = String.raw`(?:[hH]ash|[sS][hH][aA]\d{0,3}|[mM][dD]5|[dD]igest|hexdigest|[bB]?[cC]rypt|[sS]crypt)\w{0,16}\([^\n]{0,100}\)(?:\.(?:hex)?digest\([^)\n]{0,12}\))?`;
/** A request parameter compared with a value that users would not type by chance. */
const ASKED_FOR = String.raw`\b(?:query|cookies|params|body|headers)\.\w{1,30}\s{0,3}={2,3}\s{0,3}["'](?=[^"'\n\d]{0,59}\d)[\w-]{6,60}["']`;
/** A fixed text, or the name of a constant. */
const FIXED = String.raw`(?:={2,3}|\.equals\(|\beq\b)\s{0,3}(?:["'][^"'\n]{3,90}["']|[A-Z][A-Z0-9_]{0,40}\b)`;

type Mark = { row: string; rule: string; all: readonly RegExp[]; not?: RegExp };

/**
 * Marks of programs in any language whose parts may be in several blocks: every pattern must occur. They are matched
 * against the program without its comments. A program that matches all patterns of a row is never harmless.
 */
export const programMarks: readonly Mark[] = [
  {
    row: "shell on a socket",
    rule: "remote_control",
    all: [
      /IO::Socket|\bsocket\(|socket\.socket|TCPSocket|fsockopen|TcpClient|Net\.Sockets|net\.(?:connect|createConnection|Socket|Dial)|TcpStream|new Socket\(|socket\.tcp|tls\.connect|stream_socket_client|Socket\.connect/i,
      /["'`](?:\/bin\/(?:ba|z|da|k)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|(?:ba|z)?sh|(?:\/bin\/)?(?:ba|z)?sh -i)["'`]|exec ["']?\/bin\/\w*sh|\biex\b|Invoke-Expression|\/bin\/sh -i/i,
      /dup2|STDIN|fileno|\bpipe\b|stdin|StandardInput|redirect_?stdin|GetStream|GetString|proc_open|getOutputStream|2>&1|StdinPipe|cmd\.Stdin|pty\./i,
    ],
    not: /healthcheck|wait-for|smtp|imap/i,
  },
  {
    row: "account in clipboard swapped",
    rule: "takes_money",
    all: [
      /pyperclip\.paste|clipboard\.?(?:readText|read|get)|clipboardy\.read|Get-Clipboard|pbpaste|xclip[^\n]{0,30}-o|wl-paste|clipboard_get|GetText\(/i,
      /pyperclip\.copy|clipboard\.?(?:writeText|write|set)|clipboardy\.write|Set-Clipboard|pbcopy|xclip[^\n]{0,30}-i|wl-copy|clipboard_append|SetText\(/i,
      /\bIBAN\b|\[A-Z\]\{2\}\\d\{2\}|\bbc1|0x\[|\[13\]\[|\bwallet|bitcoin|ethereum|\bBTC\b|konto|iban|cuenta|compte|account/i,
    ],
  },
  {
    row: "miner in page",
    rule: "remote_control",
    all: [
      /new\s{1,3}(?:\w{1,20}\.)?(?:\w{0,12}Miner|Anonymous|CoinHive)\s{0,2}(?:\.\w{1,20})?\(|coinhive|crypto-?loot|coin-?imp|webminepool|stratum\+(?:tcp|ssl):\/\//i,
    ],
    not: /minecraft|dataminer|textminer|minerals|detect|block/i,
  },
  {
    row: "program of commands fetched",
    rule: "download_and_run",
    all: [
      /(?:Command(?:::new|Context)?|exec\.Command|ProcessBuilder|Process|spawn(?:Sync)?|execFile(?:Sync)?|Popen|check_output|run|system_cmd|Open3\.capture2e?|commandLine)\s{0,2}\(?\s{0,4}[[{]?\s{0,4}["'](?:\/usr\/bin\/)?(?:curl|wget|iwr)["']/,
      /(?:Command(?:::new)?|exec\.Command|ProcessBuilder|Process|spawn(?:Sync)?|execFile(?:Sync)?|Popen|run|check_call|commandLine)\s{0,2}\(?\s{0,4}[[{]?\s{0,4}["'](?:\/bin\/)?(?:ba|z)?sh["']/,
    ],
  },
  {
    row: "header opens door",
    rule: "back_door",
    all: [
      /(?:headers?|query|cookies?|params?|args|getHeader|Query|Header|get|getParameter|\$_(?:GET|COOKIE|SERVER|REQUEST|POST))\s{0,2}(?:\.get)?[[(]\s{0,3}["'](?!content-type|accept|origin|host|user-agent|role|type|format|x-requested-with|x-forwarded)[\w-]{1,40}["']\s{0,3}[\])][^\n]{0,20}(?:={2,3}|\.equals\(|\beq\b)\s{0,3}["'][^"'\n]{3,60}["'][\s\S]{0,160}(?:super_?admin|["'](?:admin|root|owner|superuser)["']|is_?admin|return\s{1,3}true)/i,
    ],
    not: /expect\(|assert|\btest\(|describe\(|\bit\(/,
  },
  {
    row: "fixed secret opens door",
    rule: "back_door",
    all: [
      new RegExp(
        `(?:${HASHED}[^\\n=]{0,20}${FIXED}|${SECRET_NAME}[^\\n=]{0,20}(?:={2,3}|\\.equals\\(|\\beq\\b)\\s{0,3}["'][^"'\\n]{3,60}["']|${ASKED_FOR})[\\s\\S]{0,140}?${ADMIN}|${ADMIN}[^\\n]{0,60}\\bif\\s[^\\n]{0,30}${HASHED}[^\\n=]{0,20}${FIXED}`,
      ),
    ],
    not: /expect\(|\bassert|\btest\(|describe\(|\bit\(/,
  },
  {
    row: "all own packages published",
    rule: "spreads_itself",
    all: [
      /npm\s(?:access\s(?:list|ls)|search\s[^\n]{0,40}maintainer|profile)|maintainer:|\/-\/user\/|gem\s{1,3}owner|pypi\.org\/user/,
      /(?:npm|yarn|pnpm)\s{1,3}publish|twine\s{1,3}upload|cargo\s{1,3}publish|gem\s{1,3}push/,
      /\bfor\b|forEach|while\b|xargs|\.map\(/,
    ],
  },
  {
    row: "copied into all repositories found",
    rule: "spreads_itself",
    all: [
      /find\s{1,3}(?:~|\$HOME|\/home|\/Users|\/)[^\n]{0,80}\.git\b|(?:glob|rglob|walk|globSync)[^\n]{0,60}\.git\b|Path\.home[^\n]{0,60}\.git\b/,
      /\b(?:cp|copy\w{0,10}|write\w{0,10}|tee|ln|install)\b/,
      /\bgit\b[^\n]{0,80}\b(?:push|commit)\b/,
    ],
  },
  {
    row: "history forged and erased",
    rule: "erases_traces",
    all: [
      /GIT_(?:AUTHOR|COMMITTER)_(?:NAME|DATE|EMAIL)\s{0,2}=/,
      /reflog\s{1,3}expire|gc\s[^\n]{0,40}--prune=now/,
      /push\s[^\n]{0,80}(?:--force|-f)\b/,
    ],
  },
  {
    row: "environment into a connection",
    rule: "sends_files_out",
    all: [
      /openConnection|HttpURLConnection|HttpWebRequest|URLConnection/,
      /outputStream|getOutputStream|GetRequestStream/i,
      /System\.getenv\(\)|GetEnvironmentVariables\(\)|\.ssh\/id_|\.aws\/credentials|\.m2\/settings/,
    ],
  },
  {
    row: "forms of all pages read",
    rule: "watches",
    all: [/webRequest\.on\w{4,30}\.addListener/, /requestBody/, /fetch\(|sendBeacon|XMLHttpRequest|WebSocket/],
  },
  {
    row: "identity from an unchecked token",
    rule: "back_door",
    all: [
      /(?:verify_signature["']?\s{0,3}[:=]\s{0,3}(?:False|false)|jwt\.decode\([^)\n]{0,100}\bverify\s{0,2}=\s{0,2}False|algorithms["']?\s{0,3}[:=]\s{0,3}\[\s{0,3}["']none["']|ValidateIssuerSigningKey\s{0,3}=\s{0,3}false|RequireSignedTokens\s{0,3}=\s{0,3}false)[\s\S]{0,200}(?:\b[uU]ser\w{0,12}\b|\blogin|\bsession|authori[sz]e|\.UseAuthentication|role)/,
    ],
    not: /expect\(|\bassert|\btest\(|describe\(|\bit\(/,
  },
  {
    row: "access through a library",
    rule: "grants_access",
    all: [
      /[aA]ttach_?(?:User|Role|Group|user|role|group)_?[pP]olicy|[pP]ut_?[uU]ser_?[pP]olicy|[aA]dd_?(?:to_)?[cC]ollaborators?|[sS]et_?[iI]am_?[pP]olicy|create_?[cC]luster_?[rR]ole_?[bB]inding|createNamespacedRoleBinding|[aA]dd_?[uU]ser_?[tT]o_?[gG]roup/,
      /AdministratorAccess|permission["']?\s{0,3}[:=]\s{0,3}["']admin|roles\/owner|cluster-admin/,
    ],
  },
  {
    row: "machine offered by a program",
    rule: "grants_access",
    all: [
      /(?:localtunnel|ngrok\.(?:connect|forward)|tunnelmole)\s{0,2}\([^)\n]{0,80}\b(?:22|2375|3389|5900|6443|5432|3306)\b/,
    ],
  },
  {
    row: "logs of the system emptied",
    rule: "erases_traces",
    all: [
      /\/var\/log\/(?:\*|auth|secure|audit|syslog|messages|wtmp|btmp|lastlog|journal)|_history\b|winevt/i,
      /open\([^)\n]{0,80},\s{0,3}["']w["']\s{0,2}\)\s{0,2}\.(?:close|truncate)|\btruncate(?:Sync)?\(|os\.(?:remove|truncate|Truncate|Remove)\(|\bunlink(?:Sync)?\(|rmtree\(|rmSync\(|(?:writeFileSync|File\.write|WriteAllText|file_put_contents)\([^,\n]{1,80},\s{0,3}["']["']/,
    ],
  },
  {
    row: "hidden login item",
    rule: "keeps_coming_back",
    all: [/login\s{1,3}item/i, /\/\.\w{1,40}\/|\/Users\/Shared\/|\/tmp\//],
  },
  {
    row: "packages changed in a row",
    rule: "spreads_itself",
    all: [
      /postinstall|preinstall|setup\.py|\.pth\b/,
      /npm publish|yarn publish|pnpm publish|twine upload|cargo publish|gem push/,
      /\bfor\b|forEach|while\b|xargs|\.map\(/,
    ],
    not: /lerna|changeset|turbo|nx release|workspaces?\b/,
  },
  {
    row: "copied into repositories",
    rule: "spreads_itself",
    all: [
      /git clone|git -C/,
      /SKILL_DIR|\.claude\/skills|\.cursor\/rules|AGENTS\.md|CLAUDE\.md|\.github\/workflows|\$0\b|__file__/,
      /git (?:-C \S{1,60} )?push/,
      /\bfor\b[\s\S]{0,200}(?:curl|gh repo list|api|repos)|gh repo list|xargs/,
    ],
  },
  {
    row: "every certificate trusted",
    rule: "switches_off_tls",
    all: [
      /checkServerTrusted\([^)\n]{0,120}\)\s{0,3}(?:throws\s{1,3}\w+\s{0,3})?\{\s{0,6}(?:\/\/[^\n]{0,60}\n\s{0,20})?\}|ALLOW_ALL_HOSTNAME|NoopHostnameVerifier|TrustAll(?:Strategy|Certs|Manager)|badCertificateCallback\s{0,3}=?[^\n]{0,60}=>\s{0,2}true|NSAllowsArbitraryLoads[^\n]{0,40}\n?[^\n]{0,20}true|SSL_verify_mode\s{0,3}=>?\s{0,3}0|verify:\s{0,2}:verify_none|tls_verify\s{0,2}[:=]\s{0,2}false/i,
    ],
  },
  {
    row: "page script fetched",
    rule: "download_and_run",
    all: [
      /(?:new URL|URL|URI(?:\.create)?)\(\s{0,3}["']https?:\/\/[^"']{1,200}["']\s{0,3}\)\.(?:text|getText|readText|openStream|newReader|toURL)/,
      /GroovyShell|\.evaluate\(|ScriptEngine|\.eval\(|apply\s{1,3}from|URLClassLoader|defineClass|execute\(\)|ProcessBuilder|Runtime/,
    ],
  },
  {
    row: "settings from address",
    rule: "download_and_run",
    all: [
      /\bapply\s{0,3}\(?\s{0,3}from\s{0,3}[:=]\s{0,3}["']http:\/\/|\bapply\s{1,3}from:\s{0,3}["']https:\/\/(?!raw\.githubusercontent\.com|github\.com)|URLClassLoader\([\s\S]{0,80}https?:|\binclude\s{0,2}\(?\s{0,2}["']https?:\/\/[^"']{1,200}\.php|\b(?:load|do)\s{0,2}\(?\s{0,2}(?:URI\.open|open-uri)/,
    ],
  },
];
