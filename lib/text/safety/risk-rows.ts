import { any, OUTSIDE, type RiskRow, STORE, STORE_WORDS } from "@/lib/text/safety/risk-row";

const RUNS = "a download that is run unseen";
// biome-ignore format: the words fill their lines
const FETCHERS = [
  "curl", "wget", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "aria2c", "downloadstring", "net.webclient",
];
const FETCH = String.raw`\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|aria2c|downloadstring|fetch)\b`;
const SHELL = String.raw`(?:(?:ba|z|da|k|fi|a)?sh|python[\d.]{0,4}|node|perl|ruby|php|iex|invoke-expression|pwsh|powershell|deno|bun|osascript|source|eval)`;
const PREFIX = String.raw`(?:(?:sudo|env|nohup|xargs|exec|command|doas|tee \S{1,60} \||>\(|-\w{1,3}|[A-Z_]{2,20}=\S{1,40}|-u \w{1,20})\s{1,4}){0,4}`;
const READS = "reading of stored keys, passwords or private data";
const SENDS = "sending of files, secrets or the conversation to an address";
const SENDERS = `(?:curl|wget|nc|ncat|netcat|socat|telnet|mail|mailx|mutt|sendmail|msmtp|swaks|openssl s_client|iwr|irm|invoke-webrequest|invoke-restmethod|httpie|http|xh|websocat)`;
const PRIVATE_CODE = [
  String.raw`dict\(\s{0,3}os\.environ|\bos\.environ\b(?!\s{0,2}(?:\.get|\[|\.setdefault|\.pop))|process\.env\b(?!\s{0,2}(?:\.|\[|\?))|\bENV\.to_h|getenv\(\s{0,2}\)|\bos\.Environ\(\)|env::vars|GetEnvironmentVariables`,
  String.raw`document\.cookie|cookies\.getAll|System\.getenv\(\s{0,2}\)|SpecialFolder|\/run\/secrets|\$_POST\b|creds?\.token|password_hash|\biban\b|system_prompt|messages\b[^\n]{0,20}messages|clipboard|pyperclip|\bpbpaste\b|xclip|pynput|keyboard\.(?:on_press|record)|onkeydown|keydown|ImageGrab|mss\(|screenshot|getUserMedia|getDisplayMedia|browser_cookie3`,
  String.raw`(?:Path\.home\(\)|homedir\(\)|expanduser|os\.walk|glob\w{0,4}\(|readdir|\$HOME|~\/)[^\n]{0,120}`,
  String.raw`(?:^|[\s"'=(/])\.env\b|git (?:diff|log|config|archive)|["']git["'], ?["'](?:diff|log)`,
  STORE,
].join("|");

/** What a program reads from the network. */
const ANSWER = any(
  String.raw`requests\.get|["']https?["']\)\.get|new URL\(["']http|Command::new\(["'](?:curl|wget)|httpx\.get|urlopen|\bfetch\(|axios(?:\.get)?\(|http\.get|https\.get|\bgot\(|file_get_contents\(\s{0,2}["']http|URI\.open|open-uri|DownloadString|Net::HTTP|LWP|http\.Get\(|reqwest|GetStringAsync|\bcurl\b|\bwget\b|url\(["']http|websocket|\.recv\(|getmessages|readline`,
);

/** Rows about code that is run, read and sent. */
// biome-ignore format: short properties share a line
export const flowRows: readonly RiskRow[] = [
  {
    id: "download piped", rule: "download_and_run", what: RUNS,
    gate: FETCHERS,
    shape: any(String.raw`${FETCH}[^\n]{3,300}\|\s{0,4}["']?${PREFIX}["']?${SHELL}(?:\.exe)?(?![\w./=-])(?!\s{1,3}(?:-[cme]\b|[\w./]{1,60}\.(?:py|js|rb)\b))`),
    unless: /\|\s{0,4}python[\d.]{0,4}\s{1,3}-(?:m\s{0,2}json|c)/,
    installer: true,
  },
  {
    id: "download substituted", rule: "download_and_run", what: RUNS,
    gate: FETCHERS,
    shape: any(
      String.raw`(?:\b${SHELL}|(?:^|\s)\.)\s[^\n|;]{0,24}(?:\$\(|<\(|\(|${"`"})\s{0,3}(?:sudo\s)?(?:${FETCH}|new-object[^\n]{0,30}webclient)`,
      String.raw`\b(?:iex|invoke-expression)\b[^\n]{0,60}(?:downloadstring|${FETCH})`,
      String.raw`(?:downloadstring|downloadfile|${FETCH})[^\n]{0,200}(?:\|\s{0,3}(?:iex|invoke-expression)|;\s{0,3}(?:iex|start-process))`,
    ),
    installer: true,
  },
  {
    id: "download kept and run", rule: "download_and_run", what: RUNS,
    gate: [...FETCHERS, "urlretrieve", "downloadfile"],
    shape: any(String.raw`(?:${FETCH}|downloadfile|urlretrieve)[^\n]{0,200}?(?:${OUTSIDE}|\$\{?[A-Z_]{2,20})`),
    check: runsWhatItSaves,
    installer: true,
  },
  {
    id: "address as program", rule: "download_and_run", what: RUNS,
    gate: ["http", "git+", "hxxp"],
    shape: any(
      String.raw`\b(?:npx|bunx|pnpx|uvx|pipx run|pipx|npm (?:i|install|exec|x)|pnpm (?:add|dlx)|yarn (?:add|dlx)|pip3? install|uv (?:tool run|pip install|run|tool install)|deno (?:run|install|eval)|bun (?:add|run)|go (?:run|install)|gem install|node|python3?|cargo install --git)\s{1,3}(?:-{1,2}[\w=-]{1,30}\s{1,3}){0,5}["']?(?:git\+)?https?:\/\/(?!(?:[\w-]{1,40}@)?(?:github\.com|gitlab\.com|codeload\.github|files\.pythonhosted|registry\.npmjs|download\.pytorch|deno\.land|jsr\.io|esm\.sh|pkg\.go\.dev|bitbucket\.org|codeberg\.org|localhost)\b)`,
      String.raw`\b(?:mshta|regsvr32|rundll32|bitsadmin|certutil|msiexec|wmic|installutil)\b[^\n]{0,80}https?:\/\/`,
      String.raw`\bimport\(\s{0,3}["'${"`"}]https?:\/\/(?!esm\.sh|cdn\.|unpkg\.com|deno\.land|jsr\.io|localhost)`,
    ),
    unless: /(?:--(?:extra-)?index-url|--registry|--find-links)[ =]["']?https?:/,
  },
  {
    id: "answer run by a program", rule: "download_and_run", what: RUNS,
    gate: [
      "exec(", "eval(", "exec ", "eval ", "function(", "loadstring", "instance_eval", "subprocess", "os.system",
      "child_process", "execsync", "spawn", "system(", "popen", "runinnewcontext", "runincontext", "runinthiscontext",
      "exec.command", "processbuilder", "assembly.load", "source(", "deno.command", "command::new", "run_path",
      "runinthis", "pickle.loads", "marshal.loads", "evaluate(", "import(", "spawnl",
    ],
    shape: any(
      String.raw`\b(?:exec|eval|new Function|loadstring|instance_eval|runIn\w{1,20}|Assembly\]?[.:]{1,2}Load|source|pickle\.loads|marshal\.loads|run_path|Shell\(\)\.evaluate)\s{0,2}\(|\beval\s{1,2}["']?\$|import\(\s{0,2}["'${"`"}]data:|\bos\.spawnl`,
      String.raw`\b(?:subprocess\.\w{2,14}|os\.system|exec(?:File)?Sync|spawn(?:Sync)?|child_process|Popen|system|exec\.Command|ProcessBuilder|Process\.Start|Deno\.Command|Command::new)\s{0,2}\(`,
    ),
    beside: [ANSWER],
    check: (line) =>
      /\b(?:(?:exec|eval|loadstring|instance_eval|runIn\w{1,20}|Load|loads|evaluate)\s{0,2}\(\s{0,3}(?!["'])|new Function\(|run_path|eval\s{1,2}["']?\$|import\(\s{0,2}[${"`"}"']?data:|spawnl)/.test(
        line,
      ) ||
      /["'\s](?:ba|z)?sh["'\s]|python|node\b|\.(?:sh|py|exe|bin|ps1)\b|chmod|\bcmd\b|\.(?:text|content|stdout|command)\b/.test(
        line,
      ),
    only: "code",
  },
  {
    id: "told to run a download", rule: "download_and_run", what: RUNS,
    gate: ["download", "fetch", "lade ", "herunter", "descarga", "télécharge", "下载"],
    shape: any(
      String.raw`\b(?:download|fetch|get|lade|descarga\w{0,3}|télécharge\w{0,2})\b[^\n]{0,120}https?:\/\/[^\n]{0,160}\b(?:execute|run|start|launch|ausführen|führe|starte\w{0,2}|ejecut\w{1,3}|lanza\w{0,3}|exécute\w{0,2}|lance\w{0,2})\b`,
      String.raw`下载[^\n]{0,120}(?:执行|运行)`,
    ),
    only: "prose", installer: true,
  },
  {
    id: "untraceable address", rule: "untraceable_download", what: "a download from a bare IP address, a paste site or a shortened link",
    gate: ["curl", "wget", "iwr", "irm", "invoke-webrequest", "aria2c"],
    shape: any(String.raw`\b(?:curl|wget|iwr|irm|invoke-webrequest|aria2c)\b[^\n]{0,160}https?:\/\/(?:(?!127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|169\.254\.)\d{1,3}(?:\.\d{1,3}){3}|\[(?!::1)[0-9a-f:]{3,40}\]|(?:bit\.ly|tinyurl\.com|is\.gd|cutt\.ly|goo\.gl|t\.ly|rb\.gy|shorturl\.at|pastebin\.com|paste\.ee|hastebin\.com|rentry\.co|dpaste\.\w{3}|gist\.githubusercontent\.com|cdn\.discordapp\.com)\/)`),
  },
  {
    id: "install script", rule: "download_and_run", what: "a script that is run at each installation",
    gate: ["postinstall", "preinstall", '"prepare"', '"install"', "cmdclass", "build.rs"],
    shape:
      /["'](?:post|pre)install["']\s{0,3}:\s{0,3}["'][^"'\n]{0,200}(?:curl|wget|https?:|node -e|\.\/\.|base64|python\d? -c)/i,
  },
  {
    id: "decoded and run", rule: "encoded_code", what: "an encoded text that is fed to a decoder and run",
    gate: [
      "base64", "atob", "b64decode", "frombase64", "xxd", "fromhex", "unhexlify", "rot13", "-enc", "-e ",
      "fromcharcode", "decode64", "uudecode", "openssl enc", "zlib", "base32", "decode ", "dekodier", "decodifica",
      "décode", "解码",
    ],
    shape: any(
      String.raw`(?:base(?:64|32)\s{1,3}(?:-\w{0,3}d|--decode)|xxd\s[^\n|]{0,20}-\w{0,3}r|openssl\s(?:enc|base64)[^\n|]{0,60}-d|uudecode|tr\s{1,3}\S{3,12}\s\S{3,12}|rev)\b[^\n]{0,80}\|\s{0,4}${PREFIX}${SHELL}(?![\w./=-])`,
      String.raw`\b(?:eval|sh -c|bash -c|source|\.)\s[^\n]{0,40}(?:\$\(|<\(|${"`"})[^\n]{0,300}(?:base(?:64|32)\s{1,3}(?:-\w{0,3}d|--decode)|xxd[^\n]{0,20}-r)`,
      String.raw`\b(?:exec|eval|Function|loads|iex|invoke-expression|import)\b\s{0,2}[^\n]{0,60}(?:b64decode|atob|FromBase64String|base64_decode|decode64|unhexlify|fromhex|rot_?13|fromCharCode|Buffer\.from\([^)\n]{0,400},\s{0,2}["'](?:base64|hex))`,
      String.raw`\b(?:decode|dekodier\w{0,3}|decodifica|décode\w{0,2}|解码)\b[^\n]{0,80}\b(?:execute|run it|follow|obey|ausführ\w{0,3}|führe|ejecut\w{1,3}|exécut\w{1,3}|执行|运行)\b`,
      String.raw`\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand|c)?\s{1,2}["']?[A-Za-z0-9+/]{20}`,
    ),
  },
  {
    id: "decoded beside", rule: "encoded_code", what: "an encoded text that is fed to a decoder and run",
    gate: [
      "b64decode", "atob", "frombase64", "decode64", "base64_decode", "fromhex", "unhexlify", "'base64'", '"base64"',
      "'hex'", '"hex"', "fromcharcode",
    ],
    shape: any(String.raw`b64decode\(|atob\(|FromBase64String\(|decode64\(|base64_decode\(|unhexlify\(|fromhex\(|fromCharCode\(|Buffer\.from\([^\n]{0,200}["'](?:base64|hex)["']`),
    beside: [any(String.raw`\b(?:exec|eval|Function|iex|instance_eval|os\.system|execSync|subprocess\.\w{2,14}|vm\.run\w{1,20}|marshal\.loads)\s{0,2}\(?\s{0,2}(?!["'/])`)],
    only: "code", unless: /password|secret|token|credential/i,
  },
  {
    id: "key files", rule: "reads_credentials", what: READS,
    gate: STORE_WORDS,
    shape: any(
      String.raw`(?:\b(?:cat|less|more|head|tail|type|get-content|gc|strings|xxd|base64|grep|rg|awk|tar|zip|7z|gzip|cp|copy|copy-item|mv|sqlite3|jq|scp|rsync|curl|compress-archive|open|read\w{0,12}|readfile\w{0,6}|glob\w{0,4}|path|join|homedir|expanduser|copyfile|sed|find|source|ls|dir|xcopy|robocopy|print|send|sende|schicke|envía|envoie|lies|lee|lis|collect|upload|kopiere|copia|copie)\b|读取|发送|复制)[^\n]{0,160}(?:${STORE})`,
      String.raw`(?:${STORE})[^\n]{0,80}(?:\|\s{0,3}${SENDERS}\b|${OUTSIDE}|\.read|read_text|auslesen|lesen|mitschicken)`,
    ),
    unless:
      /\.pub\b|known_hosts|chmod |ssh-keygen|ssh-add|ssh-copy-id|>>? ?["']?~?\/?\S{0,30}\.(?:npmrc|netrc|kube|ssh)/i,
  },
  {
    id: "key store", rule: "reads_credentials", what: READS,
    gate: [
      "find-generic-password", "find-internet-password", "dump-keychain", "secret-tool", "export-secret-key",
      "cmdkey", "vaultcmd", "mimikatz", "lazagne", "lsass", "reg save", "export-credentials", "get-access-token",
      "print-access-token", "auth token", "credential fill", "keyring.get", "get secrets", "get secret", "state pull",
      "--reveal", "cryptunprotectdata", "kwallet", "browser_cookie3", "getpassword", "hklm\\sam",
      "get-storedcredential", "pass show", "op item", "bw list", "lpass", "list items", "item list",
    ],
    shape: any(
      String.raw`\bsecurity\s(?:find-(?:generic|internet)-password\s[^\n]{0,80}-\w{0,3}[wg]|dump-keychain)|secret-tool\s(?:lookup|search)|--export-secret-keys|vaultcmd|cmdkey\s\/list|mimikatz|lazagne|\blsass|reg save hk|configure export-credentials|CryptUnprotectData|kwallet-query|browser_cookie3`,
      String.raw`\bgit credential fill|(?:gh auth token|print-access-token|print-identity-token|get-access-token|auth:token|terraform state pull)\b[^\n]{0,120}(?:\||>|https?:|curl)|\$\((?:gh auth token|gcloud auth print-access-token|az account get-access-token)[^\n]{0,60}\)[^\n]{0,80}${OUTSIDE}(?!api\.github|[\w.-]{1,60}\.(?:googleapis|azure)\.com)`,
      String.raw`\bkubectl get secrets? (?:-A|--all-namespaces)|\b(?:op item get|bw (?:get|list)|lpass (?:show|export)|pass show)\b[^\n]{0,120}(?:\||>|--reveal)`,
    ),
  },
  {
    id: "whole environment", rule: "reads_credentials", what: "reading of the whole environment, which holds keys",
    gate: ["printenv", "env", "export -p", "declare -p", "compgen", "os.environ", "tojson(secrets", "secrets)"],
    shape: any(
      String.raw`(?:^|[;&|(${"`"}\s"'])(?:printenv|env|export -p|declare -x?p|set)\s{0,3}(?:-0\s{0,2})?(?:\|\s{0,3}(?!grep\s(?:-\w{1,3}\s)?["']?\^?(?:PATH|NODE|HOME)|sort|less|head)|>{1,2}\s{0,3}\S|\)|2>)`,
      String.raw`json\.dumps?\(\s{0,3}(?:dict\(\s{0,3})?os\.environ|JSON\.stringify\(\s{0,3}process\.env\s{0,3}[,)]|Object\.(?:entries|keys|assign|fromEntries)\([^\n)]{0,20}process\.env|dict\(os\.environ|ENV\.to_h|\bos\.Environ\(\)|(?:gci|get-childitem|dir|ls) env:|toJSON\(\s{0,2}secrets|\.\.\.process\.env[^\n]{0,60}fetch`,
    ),
    unless: /^\s{0,8}env:\s{0,4}$/,
  },
  {
    id: "environment file", rule: "reads_credentials", what: "reading of a file that holds secrets",
    gate: [".env"],
    shape: any(
      String.raw`\b(?:cat|less|head|tail|type|get-content|strings|base64|grep|rg|tar|zip|gzip|cp|scp|rsync|curl|xxd|openssl|jq|gpg)\b[^\n|;]{0,100}[\s"'/@=]\.env(?:\.(?:local|production|prod|development|staging|\*))?\*?(?=[\s"'${"`"}|;)]|$)`,
      String.raw`(?:open|read_text|readFile(?:Sync)?|file_get_contents|ReadFile|File\.read)\s{0,2}\(\s{0,3}["'][^"'\n]{0,60}\.env["']`,
      String.raw`\bfind\s[^\n]{0,80}-name\s{1,3}["']?\*?\.env`,
      String.raw`<\s{0,2}\.env\b|@\.env\b|\b(?:print|show|zeige|muestra|affiche|输出|打印)\b[^.\n]{0,60}${"`"}\.env${"`"}`,
    ),
    unless:
      /\bcp\s{1,3}\S{0,60}\.env\.(?:example|sample|template|dist)|\.env\.example|\.gitignore|git (?:add|check-ignore|rm|ls-files|log)|grep -q|-qxF/,
  },
  {
    id: "cloud metadata", rule: "reads_credentials", what: "reading of the machine's own cloud keys",
    gate: ["169.254.16", "169.254.170", "metadata.google", "100.100.100.200", "aws_container_credentials", "fd00:ec2"],
    shape: any(String.raw`169\.254\.16[79]\.25[34]|169\.254\.170\.2\b|metadata\.google\.internal|100\.100\.100\.200|AWS_CONTAINER_CREDENTIALS_RELATIVE_URI|fd00:ec2::254`),
  },
  {
    id: "clipboard, screen and keyboard", rule: "reads_credentials", what: "recording of the clipboard, the screen, the keyboard or the microphone",
    gate: [
      "clipboard", "pbpaste", "xclip", "xsel", "wl-paste", "pyperclip", "screencapture", "scrot", "gnome-screenshot",
      "imagegrab", "pynput", "logkeys", "xinput", "/dev/input", "getasynckeystate", "arecord", "x11grab",
      "avfoundation", "gdigrab", "imagesnap", "copyfromscreen", "keyboard.", "evdev", "setwindowshookex", "grim ",
      "readtext",
    ],
    shape: any(
      String.raw`\b(?:pbpaste|xclip\b[^\n|]{0,40}-o|xsel\b[^\n|]{0,30}(?:-o|-b)|wl-paste|get-clipboard|pyperclip\.paste|clipboard\.readText|navigator\.clipboard\.read\w{0,6}|clipboard_get|GetText\(\))`,
      String.raw`pynput|logkeys|xinput test|\/dev\/input\/event|GetAsyncKeyState|SetWindowsHookEx|keyboard\.(?:on_press|on_release|record|hook)|evdev`,
      String.raw`\b(?:screencapture|scrot|gnome-screenshot|imagesnap|fswebcam|arecord|parecord|grim)\b\s{1,3}[-~/\w]|ImageGrab\.grab|x11grab|avfoundation|gdigrab|CopyFromScreen|mss\.mss`,
    ),
    beside: [
      any(
        OUTSIDE,
        String.raw`\bwhile\b|sleep|\bwatch\b|cron|setInterval|nohup|\bnc\b|append|>>|write|["']a["']|replace|re\.sub|listener|/tmp/|\.\w{1,20}\/`,
      ),
    ],
    only: "code",
  },
  {
    id: "sent by command", rule: "sends_files_out", what: SENDS,
    gate: [
      "curl", "wget", "nc ", "ncat", "netcat", "iwr", "irm", "invoke-", "http ", "xh ", "rclone", "rsync", "scp ",
      "to program",
    ],
    shape: any(
      String.raw`\b(?:curl|wget|iwr|irm|invoke-\w{3,12}|http|xh)\b[^\n]{0,240}(?:-d|--data\S{0,12}|--json|-F|--form|-T|--upload-file|--post-file|--post-data|-InFile|-Body|[?&]\w{1,20}=)[ =]?["']?(?:[\w.-]{0,30}=)?[@<]?["']?(?:~|\$HOME|\/(?:etc|home|root|var|proc|Users)\b|[@]\.\w|\$\((?!\s{0,2}(?:date|uuidgen|jq -n|pwd|basename))|${"`"}(?:cat|env|git|whoami|hostname)|\$\{\{\s{0,2}(?:secrets|toJSON))`,
      String.raw`\b(?:rclone (?:copy|sync)|rsync|scp)\b[^\n]{0,60}\s(?:~|\$HOME|\/home|\/etc|\/root)\/?\S{0,40}\s[^\n]{0,40}(?:@\d|@[\w.-]{3,60}:|\w{2,20}:)|\bto program\s{1,3}['$][^\n]{0,60}(?:curl|wget|\bnc\b)|-F\s{1,3}["']?\w{1,20}=@\/tmp\/[^\n]{0,160}${OUTSIDE}`,
      String.raw`\b(?:nc|ncat|netcat)\b(?:\s-\w{1,5}(?:\s\d{1,3})?){0,3}\s{1,3}[\w.-]{4,80}\s\d{2,5}\s{0,3}<`,
      String.raw`\b(?:curl|wget)\b[^\n]{0,200}\$\{?(?:GITHUB_TOKEN|CI_JOB_TOKEN|\w{0,20}DEPLOY_KEY|\w{0,20}PASSWORD|NPM_TOKEN|AWS_SECRET_ACCESS_KEY|SSH_PRIVATE_KEY|DEPLOY_KEY|VAULT_TOKEN|CI_REGISTRY_PASSWORD)\b`,
    ),
    unless:
      /(?:-H|--header|-u|--user)\s{0,2}["']?[^"'\n]{0,60}\$\{?\w{0,30}TOKEN|localhost|127\.0\.0\.1|api\.github\.com/,
    check: (line) => !/\$\((?:cat|jq)\s[\w./-]{1,60}\.json\)/.test(line),
  },
  {
    id: "piped to a sender", rule: "sends_files_out", what: SENDS,
    gate: [
      "| curl", "|curl", "| nc", "|nc ", "| wget", "| ncat", "| netcat", "| socat", "| mail", "| openssl s_client",
      "| telnet", "| mutt", "| sendmail", "| irm", "| invoke-", "| http", "| xh", "| websocat", "| iwr", "| ssh",
      "| aws s3 cp", "| gh gist",
    ],
    shape: any(
      String.raw`\b(?:env|printenv|cat|tar|zip|git|history|base64|pg_dump\w{0,3}|mysqldump|mongodump|find|ls|grep|gpg|xxd|openssl|head|tail|echo\s["']?\$|printf|jq|ps|sqlite3|psql|mysql|gzip|set|export|gh|aws|kubectl|pbpaste|xclip|security|get-\w{3,20}|convertto-json|sed|awk|cut|tr|rev|sort)\b[^\n]{0,240}\|\s{0,3}(?:sudo\s)?${SENDERS}\b(?![^\n]{0,80}(?:localhost|127\.0\.0\.1))`,
      String.raw`\b(?:tar|pg_dump|mysqldump|cat)\b[^\n]{0,160}\|\s{0,3}(?:ssh\s|aws s3 cp - |gh gist create)`,
    ),
    unless: /\|\s{0,3}nc -z|\|\s{0,3}mail\s{0,3}$/,
  },
  {
    id: "sent by a program", rule: "sends_files_out", what: SENDS,
    gate: [
      "requests.post", "requests.put", "requests.get", "requests.request", "httpx.", "axios", "fetch(", "urlopen",
      "urllib", "http.request", "https.request", "httpclient", "net::http", "sendbeacon", "smtplib", "sendmail",
      "websocket", "http.post", "socket.", "uploadstring", "uploaddata", "uploadfile", "got.post", "reqwest",
      "aiohttp", "xmlhttprequest", "new image", "faraday", "curl_exec", "file_get_contents", "guzzle",
    ],
    shape: any(String.raw`\b(?:requests\.(?:post|put|get|request)|httpx\.(?:post|put|get|AsyncClient|Client)|axios(?:\.(?:post|put|get|request))?|fetch|urlopen|urllib\.request\.(?:Request|urlopen)|https?\.request|http\.(?:Post|NewRequest)|Net::HTTP\.(?:post|get)\w{0,5}|sendBeacon|smtplib\.SMTP\w{0,4}|sendMail|sendmail|new WebSocket|socket\.(?:create_connection|socket|connect)|Upload(?:String|Data|File)|got\.post|aiohttp\.ClientSession|XMLHttpRequest|new Image|curl_exec|file_get_contents|PostAsync|reqwest)\b`),
    beside: [
      any(PRIVATE_CODE),
      any(OUTSIDE, String.raw`["'][\w.-]{3,60}\.(?:example|invalid|net|io|org|com|dev)["'/:]`),
    ],
    only: "code",
  },
  {
    id: "inbox of a stranger", rule: "sends_files_out", what: "an address that passes on whatever it gets",
    gate: [
      "webhook.site", "requestbin", "pipedream.net", "burpcollaborator", "oastify", "interact.sh", "oast.",
      "beeceptor", "hookbin", "requestcatcher", "dnslog", "transfer.sh", "termbin", "0x0.st", "file.io", "ix.io",
      "bashupload", "temp.sh", "paste.rs", "sprunge", "pastebin.com/raw", "serveo.net", "trycloudflare.com", "ngrok",
    ],
    shape: any(String.raw`\b(?:webhook\.site|requestbin|pipedream\.net|burpcollaborator|oastify|interact\.sh|oast\.\w|beeceptor|hookbin|requestcatcher|dnslog|transfer\.sh|termbin|0x0\.st|file\.io|bashupload|temp\.sh|paste\.rs|sprunge|pastebin\.com\/(?:raw|api)|[\w-]{3,40}\.(?:serveo\.net|trycloudflare\.com|ngrok(?:-free)?\.(?:io|app)))(?:[/\s"'${"`"}:]|$)`),
  },
  {
    id: "leak by name or picture", rule: "leaks_in_queries", what: "private data in a search query or an address",
    gate: ["dig ", "nslookup", "host ", "ping ", "![", "resolve", "gethostbyname", "getaddrinfo", "lookuphost", "dns."],
    shape: any(
      String.raw`(?:^|[;&|(${"`"}]\s{0,3}|\bdo\s)(?:dig|nslookup|host|ping|drill|resolvectl)\s[^\n${"`"}]{0,60}(?:\$\(|\$\{?\w{1,20}\}?\.)[^\n]{0,120}\.\w{2}`,
      String.raw`!\[[^\]\n]{0,200}\]\(https?:\/\/[^)\s?]{1,200}\?[^)\s=]{1,30}=(?:\{|\$|<|%7B|\[)`,
      String.raw`(?:gethostbyname|getaddrinfo|LookupHost|dns\.(?:resolve|lookup)\w{0,8})\(\s{0,2}(?:f["']|${"`"}[^${"`"}]{0,60}\$\{|[a-z_.]{2,30}(?:\([^\n]{0,80})?\s{0,2}\+|fmt\.Sprintf)`,
    ),
  },
  {
    id: "told to send", rule: "sends_files_out", what: SENDS,
    gate: [
      ".env", "api key", "api-key", "password", "passwort", "contraseña", "mot de passe", "密码", "密钥", "token",
      "conversation", "source code", "environment variable", "umgebungsvariable", "variables de entorno",
      "variables d'environnement", "环境变量", "quellcode", "código fuente", "code source", "源代码", "gespräch",
      "conversación", "对话", "credential", "zugangsdaten", "credenciales", "identifiants", "clipboard",
      "zwischenablage", "portapapeles", "presse-papiers", "剪贴板", "seed", "wallet", "diff", "prompt", "transcript",
      "secret", "private key", "chat",
    ],
    shape: any(
      String.raw`\b(?:send|upload|post|mail|forward|submit|transmit|copy|append|attach|sende\w{0,2}|schick\w{0,3}|übertrag\w{0,3}|lade|poste|hochladen|env[ií]a\w{0,3}|mand\w{0,3}|sube|súbelo|publica|adjunta|envoie\w{0,2}|transmet\w{0,3}|téléverse\w{0,2}|poste\w{0,2}|joins)\b[^\n]{0,300}(?:https?:\/\/(?!localhost|127\.|api\.github|[\w.-]{0,40}example\.com)|[\w.+-]{1,40}@[\w-]{1,40}\.\w)`,
      String.raw`(?:发送|上传|提交|发到|传到|寄|转发|附)[^\n]{0,200}(?:https?:\/\/|[\w.+-]{1,40}@)|(?:https?:\/\/|[\w.+-]{1,40}@)[^\n]{0,160}(?:发送|上传|提交|senden|schicken|hochladen|übertragen)`,
    ),
    only: "prose",
  },
];

/** Whether the file that a line downloads is run in the same block or in one of its neighbours. */
function runsWhatItSaves(line: string, near: string): boolean {
  const named =
    /(?:\s-\w{0,6}o|--output(?:-document)?|--out|-OutFile|-Destination|\s-\w{0,4}O(?=\s[^-h])|>{1,2})[ =]{0,3}["']?([\w./~$\\{}%:-]{1,160})/.exec(
      line,
    )?.[1] ??
    /https?:\/\/[^\s"'|;<>)]{1,200}/.exec(line)?.[0].replace(/[?#].*$/, "") ??
    "";
  const name = named.split(/[/\\]/).at(-1) ?? "";
  if (!/^[\w.{}$%-]{2,80}$/.test(name) || name === "null") return false;
  for (let at = near.indexOf(name), count = 0; at >= 0 && count < OCCURRENCES; at = near.indexOf(name, at + 1)) {
    count += 1;
    if (STARTS.test(near.slice(Math.max(0, near.lastIndexOf("\n", at - 1) + 1, at - 120), at))) return true;
  }
  return false;
}

const OCCURRENCES = 8;
/** Words before the name of a file that run it; the command that saves it has none of them. */
const STARTS =
  /(?:(?:^|[\s;&|("'`])(?:(?:ba|z|da)?sh|python[\d.]{0,4}|node|perl|ruby|php|source|\.|sudo|start-process|start|msiexec|dpkg|rpm|installer|java|open|insmod|&|iex|powershell|import|chmod\s\S{0,8}[x57]\S{0,3})\s{1,3}(?:-{1,2}\w{1,12}\s{1,3}|\/\w\s){0,3}["']?[\w.~$\\/{}%:-]{0,80}|(?:^|[;&|(]\s{0,3})["']?[\w.~$:{}%-]{0,40}[/\\][\w.~$\\/{}%-]{0,60})$/i;
