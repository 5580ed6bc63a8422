import * as taint from "@/lib/text/safety/skill/taint";

type CallRow = { row: string; call: RegExp; gives: number; not?: RegExp };

/** Calls and names whose value must not leave the machine, or is third-party code. Matched against a dotted name. */
export const sourceCalls: readonly CallRow[] = [
  {
    row: "request",
    call: /^(?:requests|httpx|session|client|aiohttp|urllib3|http|https|axios|got|superagent|needle|ky|undici|fetch|\$fetch|ofetch|HTTParty|Faraday|RestClient|URI|open-uri|Http|HttpClient|reqwest|ureq|wx|conn|phin|bent)(?:\.(?:get|request|fetch|open|stream|text|Get|blocking\.get|get_response|getStringAsync|post|download))?$|urlopen$|urlretrieve$|^wget\.download$|^Net\.HTTP\.(?:get_response|start)$|^URI\.parse$|^LWP|^file_get_contents$|^curl_exec$|^node_fetch$|^nodeFetch$|^io\.Copy$|DownloadString(?:Async)?$|GetStringAsync$|DownloadData$|^recv$|\.recv$|^Deno\.readTextFile$|^pd\.read_html$|^socket\.io$|^HTTP\.get$|^httpGet$|^Excon\.get$|^Typhoeus\.get$|^getstore$|^ftp\.retrbinary$|^(?:http2\.connect|Net\.HTTP\.get|surf\.get|isahc\.get|minreq\.get|attohttpc\.get|HTTPoison\.get!?|Req\.get!?|Tesla\.get|Finch\.build|httpc\.request|socket\.http\.request|curl\.get|Jsoup\.connect|OkHttpClient|HttpRequest\.newBuilder|HttpURLConnection|WebClient|URLSession\.shared\.data|NSURLConnection|Alamofire\.request|AF\.request|dio\.get|http\.read|rio\.import|download\.file|RCurl\.getURL|getURL|httr\.GET|GET|Mojo\.UserAgent|HTTP\.Tiny|Deno\.connect|Bun\.fetch|dns\.(?:resolveTxt|promises\.resolveTxt)|dns\.resolver\.(?:resolve|query)|dns_get_record|resolveTxt)$|(?:^|\.)(?:openStream|readText|openConnection|DownloadFile|DownloadFileTaskAsync|UploadString|GetByteArrayAsync|dataTaskPublisher)$/,
    gives: taint.REMOTE,
  },
  {
    row: "whole environment",
    call: /^(?:os\.environ|process\.env|ENV|Deno\.env\.toObject|Bun\.env|System\.getenv|System\.getenv\.forEach|os\.Environ|environ|dict|std\.env\.vars|env\.vars|\$_ENV|getenv|ENV\.(?:to_h|to_hash|to_a|inspect|map|each|sort|select)(?:\.\w{1,20}){0,3}|import\.meta\.env|os\.environ\.(?:items|copy|values)|\$_SERVER|(?:System\.)?Environment\.GetEnvironmentVariables|System\.get_env|ProcessInfo\.processInfo\.environment|Platform\.environment|dotenv_values|os\.environb|Sys\.getenv|dotenv\.config|dotenv\.parse)$/,
    gives: taint.ENVIRONMENT,
  },
  {
    row: "clipboard",
    call: /^(?:pyperclip\.paste|clipboard\.(?:readText|readSync|read|paste|getText)|clipboardy\.(?:read|readSync)|navigator\.clipboard\.(?:readText|read)|pc\.paste|win32clipboard\.GetClipboardData|Clipboard\.(?:GetText|paste|getString)|\w+\.clipboard_get|UIPasteboard\.general\.string|pandas\.read_clipboard|pd\.read_clipboard|electron\.clipboard\.readText)$/,
    gives: taint.CLIPBOARD,
  },
  {
    row: "key store",
    call: /^(?:keyring\.get_(?:password|credential)|keytar\.(?:getPassword|findCredentials|findPassword)|secretstorage\.\w+|win32crypt\.CryptUnprotectData|CryptUnprotectData|browser_cookie3\.\w+|browsercookie\.\w+|SecItemCopyMatching|chrome\.cookies\.getAll|browser\.cookies\.getAll|rookiepy\.\w+|pycookiecheat\.\w+|win32cred\.CredEnumerate|safeStorage\.decryptString|chrome_cookies)$/,
    gives: taint.SECRET,
  },
  {
    row: "cookies",
    call: /^(?:document\.cookie|window\.document\.cookie)$|^(?:window\.)?(?:localStorage|sessionStorage)$/,
    gives: taint.SECRET,
  },
  {
    row: "watched",
    call: /^(?:ImageGrab\.grab(?:clipboard)?|pyautogui\.screenshot|mss\.\w+|sct\.(?:shot|grab)|pyscreenshot\.grab|screenshot|sd\.rec|sounddevice\.rec|cv2\.VideoCapture|keyboard\.(?:on_press|hook|record|start_recording|get_typed_strings)|keyboard\.Listener|pynput\.\w+(?:\.\w+)?|Listener|mouse\.Listener|navigator\.mediaDevices\.(?:getUserMedia|getDisplayMedia)|robot\.screen\.capture|desktopCapturer\.getSources|gkm\.events\.on|iohook\.on|uIOhook\.on|ioHook\.on|globalKeyboardListener|addGlobalKeyListener)$/,
    gives: taint.WATCHED,
  },
  {
    row: "decoder",
    call: /(?:b64decode|decodebytes|b32decode|b85decode|a85decode|unhexlify|fromhex|decode64|base64_decode|FromBase64String|atob|fromCharCode|marshal\.loads|DecodeString|decompress|gzinflate|str_rot13|unescape|pickle\.loads|codecs\.decode|Fernet\.decrypt)$/,
    gives: taint.DECODED,
  },
  {
    row: "wallet",
    call: /^(?:window\.ethereum\.request|wallet\.(?:mnemonic\.phrase|mnemonic|privateKey|exportMnemonic)|keypair\.secretKey|Keypair\.secretKey|wallet\.secretKey)$/,
    gives: taint.SECRET,
  },
];

/** Calls that read the file at a given path. */
export const readCalls =
  /(?:^|\.)(?:Open|OpenFile|readAsText|readAsBytes|readAsString|readAsStringSync|newInputStream|FileInputStream|FileReader|BufferedReader|readText|readBytes|readLines|contentsOfFile|IO\.binread|File\.binread|fread|readfile|include_bytes|(?:safe_|unsafe_)?load_file|load_json|read_json|read_file|ReadLines|ReadAllLines|open_file|Files\.readAllLines|Files\.list|ReadDir|WalkDir|filepath\.Walk|Dir\.children|Dir\.entries|globSync|fg\.sync|fast_glob|glob\.sync|iterdir|zip|add_file|addLocalFolder|addLocalFile|make_tarfile|attach|attach_file|loads_file|open|readFile|readFileSync|readTextFile|readTextFileSync|read_text|read_bytes|read|readlines|createReadStream|slurp|ReadFile|ReadAllText|ReadAllBytes|file_get_contents|fopen|copyFile|copyFileSync|copytree|copyfile|copy|copy2|cp|cpSync|make_archive|connect|readString|readAllBytes|read_to_string|load|ConfigParser|add|write|extractall|Database|file|from_file|walk|glob|iglob|rglob|readdirSync|readdir|listdir|scandir|ReadAll|getPassword)$/;

/** Calls that send their arguments to another machine. */
export const sendCalls: readonly { row: string; call: RegExp }[] = [
  {
    row: "http client",
    call: /(?:^|\.)(?:requests|httpx|axios|got|superagent|session|client|http|https|needle|ky|undici|HTTParty|Faraday|RestClient|urllib3|aiohttp|conn|Http|HttpClient|reqwest|ureq|s|r|sess|wretch|bent|\$http|api|http2)\.(?:post|put|patch|request|get|send|Post|PostForm|PostAsync|PutAsync|delete|stream|Get|post_form|GetAsync|NewRequest)$|^(?:fetch|window\.fetch|globalThis\.fetch|\$fetch|ofetch|axios|got|ky|nodeFetch|request|superagent|node_fetch)$/,
  },
  {
    row: "posted",
    call: /^[\w$@.]{0,60}\.(?:post|put|patch|Post|Put|Patch|PostAsync|PutAsync|PostAsJsonAsync|postForm|post_form|postJson|PostJson|post!|upload)$/,
  },
  {
    row: "builder",
    call: /^\.(?:json|body|form|multipart|send_json|send_string|send_form|bodyValue|setBody|with_body|POST|PUT|post|put|send)$/,
  },
  {
    row: "address built",
    call: /^(?:(?:new\.|java\.net\.|NS)?URL|URI|URI\.create|URLRequest|Uri\.parse|Uri|HttpGet|HttpPost|Request\.Builder|HttpRequestMessage|Request)$/,
  },
  { row: "urllib", call: /(?:^|\.)(?:urlopen|Request|urlretrieve|urlencode)$/ },
  {
    row: "beacon",
    call: /sendBeacon$|^Image$|\.src$|XMLHttpRequest$|^xhr\.send$|^req\.(?:write|end)$|^request\.(?:write|end)$|^WebSocket$|^(?:ws|socket|sock|s|conn|client|sk|c)\.(?:send|sendto|emit|write|sendMessage)$|\.sendall$/,
  },
  {
    row: "mail",
    call: /\.(?:sendmail|send_message|sendMail|send_mail|deliver_now)$|^(?:mail|send_mail|sendMail|Mail\.deliver)$|^MIMEText$|set_content$/,
  },
  {
    row: "store",
    call: /\.(?:put_object|upload_file|upload_fileobj|putObject|upload|storbinary|upload_blob|upload_from_string|upload_from_filename|storlines|putFile|create_gist|createGist|uploadFile|fastPut|sendDocument|send_document|send_file|chat_postMessage|sendMessage|files_upload|upload_folder|create_issue|createComment|putfile)$|^(?:sftp\.put|scp\.put|Net\.SCP\.upload!?|PutObjectCommand|upload|gists\.create|octokit\.gists\.create|octokit\.rest\.gists\.create)$/,
  },
  {
    row: "telemetry",
    call: /(?:^|\.)(?:set_?[eE]xtras?|set_?[cC]ontext|set_?[tT]ags?|capture_?(?:[mM]essage|[eE]vent|[eE]xception)|add_?[bB]readcrumb|set_?[aA]ttributes?|add_?[eE]vent|record_?[eE]xception|track|trackEvent|trackTrace|identify|capture|log_?[eE]vent|send_?[eE]vent|add_?[cC]ustom_?[aA]ttributes?|record_?custom_?event|recordCustomEvent|notice_?[eE]rror|leave_?[bB]readcrumb|add_?[mM]etadata|increment|gauge|incr|histogram|put_?[mM]etric_?[dD]ata|log_params?|log_artifact|log_text|Resource\.create|resourceFromAttributes|report_?[eE]rror|notify|addAction|setGlobalContext|withExif|withMetadata|addField|SetTag|SetExtra|CaptureMessage|SetAttributes|attribute\.String|setUserProperties)$/,
  },
  {
    row: "name service",
    call: /(?:^|\.)(?:gethostbyname|getaddrinfo|resolve|lookup|resolveTxt|resolve4|getaddress|LookupHost|LookupTXT|LookupIP|dns_get_record|gethostbyname_ex|GetHostEntry|GetHostAddresses|getByName|lookup_host|to_socket_addrs)$/,
  },
  {
    row: "http of others",
    call: /^(?:Net\.HTTP\.(?:post|post_form|get|start|new|Post\.new)|curl_setopt|curl_setopt_array|http\.(?:Post|PostForm|NewRequest|Get)|http_build_query|file_get_contents|stream_context_create|(?:HttpRequest\.)?BodyPublishers\.ofString|StringContent|UploadString|UploadFile|UploadData|client\.UploadString|webClient\.UploadString|HttpRequest\.newBuilder|LWP\.UserAgent|\$ua\.post|Invoke-RestMethod|URLSession\.shared\.uploadTask|FormUrlEncodedContent|ByteArrayContent)$/,
  },
];

/** Names for the input of an untrusted request. */
export const requestNames =
  /^(?:(?:self\.|flask\.|ctx\.|this\.)?req(?:uest)?|ctx|c|r|exchange|event)\.(?:query|body|headers?|params|args|form|values|json|cookies|get_json|GET|POST|COOKIES|META|rawBody|data|queryStringParameters|URL\.Query|FormValue|PostFormValue|Header\.Get|Query|Param|QueryParam|getParameter|getHeader|getCookies|QueryString|Form|queryParams|get_data|env|raw_post)\b|^(?:\$_(?:GET|POST|REQUEST|COOKIE|SERVER)|params|\$request\.(?:input|query|get|header|cookie)|cookies)$/;

/** Calls that run code, or a complete command line, from their first argument. */
export const requestRunners =
  /^@?(?:eval|exec|Function|execSync|(?:child_process|cp)\.(?:exec|execSync)|(?:\w{1,20}\.)?execFile(?:Sync)?|execa(?:Sync)?|os\.(?:system|popen)|subprocess\.(?:run|call|Popen|check_output|check_call|getoutput|getstatusoutput)|Popen|system|popen|shell_exec|passthru|proc_open|IO\.popen|Kernel\.system|Open3\.capture[23]e?|instance_eval|class_eval|module_eval|binding\.eval|vm\.(?:runInThisContext|runInNewContext|runInContext)|exec\.Command|exec\.CommandContext|ProcessBuilder|Runtime\.getRuntime|Process\.Start|assert|create_function|include|require_from_string|pickle\.loads|yaml\.unsafe_load|Marshal\.load|unserialize|ScriptEngine\.eval|engine\.eval|loadstring|Deno\.Command|Bun\.spawn|spawn|spawnSync)$/;

/** Calls that remove a file, or a folder with its contents. */
export const deleteCalls =
  /(?:^|\.)(?:rmtree|rmSync|rm|rm_rf|rm_r|remove_dir_all|RemoveAll|removeSync|rmdirSync|rmdir|emptyDirSync|emptyDir|Delete|deleteRecursively|deleteDirectory|unlinkSync|unlink|remove|rimraf|remove_entry_secure|removeItem|delete)$/;

/** Calls that run their arguments. `command` ones run a command line, the others code. */
export const runCalls: readonly { row: string; call: RegExp; command: boolean }[] = [
  {
    row: "evaluates",
    call: /^(?:exec|eval|Function|new\.Function|(?:\w+\.)?(?:runInThisContext|runInNewContext|runInContext|Script)|execfile|loadstring|load|instance_eval|class_eval|module_eval|binding\.eval|window\.eval|globalThis\.eval|setTimeout|execScript|compile|runpy\.run_path|run_path|runpy\.run_module|create_function|vm\.compileFunction|\.runInThisContext|_compile|module\._compile|m\._compile|exec_module|spec\.loader\.exec_module|SourceFileLoader|AsyncFunction|GeneratorFunction|builtins\.exec|__builtins__\.exec|instance_exec|ScriptBlock\.Create|dofile|loadfile|do_string|DoString|evaluate|geval|indirectEval|importString|requireFromString|require_from_string|Assembly\.Load|ctypes\.CDLL|LoadLibrary|dlopen)$/,
    command: false,
  },
  {
    row: "imports",
    call: /^(?:import|require|importScripts|await\.import|__import__|importlib\.import_module|import_module)$/,
    command: false,
  },
  {
    row: "commands",
    call: /^(?:os\.(?:system|popen|execv|execvp|execl|execlp|startfile|spawnl|spawnv|posix_spawn)|subprocess\.(?:run|call|Popen|check_call|check_output|getstatusoutput)|Popen|check_output|(?:\w+\.)?(?:execSync|execFile|execFileSync|spawn|spawnSync|fork|exec)|execa|execaSync|execaCommand|\$|system|popen|shell_exec|passthru|proc_open|Deno\.Command|Deno\.run|Bun\.\$|Open3\.capture2|Open3\.capture3|Kernel\.system|IO\.popen|exec\.Command|Command\.new|std\.process\.Command\.new|ProcessBuilder|Runtime\.getRuntime\.exec|\.exec|Process\.Start|sh\.bash|backtick|run|sh|shell\.openPath|open|subprocess\.getoutput|asyncio\.create_subprocess_shell|create_subprocess_shell|asyncio\.create_subprocess_exec|zx|ssh\.exec_command|webbrowser\.open|os\.execute|io\.popen|vim\.fn\.(?:system|systemlist|jobstart)|Sys\.command|System\.cmd)$/,
    command: true,
  },
];

/** Calls that write their arguments to a file. */
export const writeCalls =
  /(?:^|\.)(?:write|writeFileSync|write_text|write_bytes|urlretrieve|writeTextFile|writeTextFileSync|writeFile|Write|file_put_contents|WriteFile|WriteAllText|WriteAllBytes|pipe|createWriteStream|copyfileobj|download|appendFile|appendFileSync|binwrite|IO\.copy_stream|fwrite|save|DownloadFile|pipeline|Copy|shot|screenshot|imwrite)$/;

/** Marks of a program that are dangerous by themselves. */
export const codeMarks: ReadonlyArray<{
  row: string;
  rule: string;
  all: readonly RegExp[];
  not?: RegExp;
}> = [
  {
    row: "deletes home",
    rule: "destroys_data",
    all: [
      /\b(?:rmtree|rmSync|rm_rf|rimraf|remove_dir_all|RemoveAll|removeSync|rmdirSync|unlinkSync|FileUtils\.rm_r|Deno\.remove|emptyDirSync|deleteRecursively|Directory\.Delete|fs\.rm|del)\s{0,2}!?\(?\s{0,3}(?:os\.path\.expanduser\(\s{0,2}["']~\/?["']|Path\.home\(\)|(?:os|require\(["'](?:node:)?os["']\))\.homedir\(\)\s{0,2}[,)]|homedir\(\)\s{0,2}[,)]|Dir\.home|["'](?:\/|~\/?|\/home\/?|\/etc\/?|\/var\/?|\/usr\/?|C:\\{1,2}|\/Users\/?)["']|process\.env\.HOME\s{0,2}[,)]|os\.environ\[["']HOME["']\]\s{0,2}[,)]|Deno\.env\.get\(["']HOME["']\)|ENV\[["']HOME["']\])/,
    ],
  },
  {
    row: "deletes all found",
    rule: "destroys_data",
    all: [
      /(?:\.rglob|glob\.glob|os\.walk|\.glob|globSync|readdirSync|Dir\.glob)\s{0,2}\(\s{0,3}(?:["'](?:\/|~|\*\*?\/?\*?["'])|Path\.home|os\.path\.expanduser|os\.homedir|homedir)|Path\.home\(\)\.(?:iterdir\(|r?glob\(\s{0,2}["']\*{1,2}(?:\/\*)?["'])/,
      /\b(?:unlink|os\.remove|rmSync|unlinkSync|rmtree|File\.delete|encrypt|Fernet|AES)\b/,
    ],
  },
  {
    row: "drops data",
    rule: "destroys_data",
    all: [/\b(?:dropDatabase|drop_database|flushall|flushAll|FLUSHALL|DROP DATABASE|drop_all)\b/i, /prod/i],
  },
  {
    row: "certificates off",
    rule: "switches_off_tls",
    all: [
      // Database connections inside a private network are often configured like this.
      /(?<!(?:ssl|connect|tls|Connector)["']?\s{0,2}[:=(]{1,2}\s{0,2}\{\s{0,3})rejectUnauthorized["']?\s{0,2}[:=]\s{0,2}false|NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s{0,2}[:=]\s{0,2}["']?0|\bverify\s{0,2}=\s{0,2}False\b|_create_unverified_context|InsecureSkipVerify\s{0,2}:\s{0,2}true|SSL_VERIFYPEER\s{0,2}(?:,|=>)\s{0,2}(?:false|0)|VERIFY_NONE|\bCERT_NONE|ServerCertificateValidationCallback|ServerCertificateCustomValidationCallback|disable_warnings\(.{0,60}InsecureRequest|danger_accept_invalid_certs\(true|setHostnameVerifier\(.{0,60}true|AutoAddPolicy\(\)|verify_ssl\s{0,2}[=:]\s{0,2}False|check_hostname\s{0,2}=\s{0,2}False|insecureHTTPParser/,
    ],
  },
  {
    row: "back door login",
    rule: "back_door",
    all: [
      /(?:passw\w{0,20}|passwd|pwd|\bpass\b|\bpw\b|token|secret|kennwort|clave|contrase\w{1,10}|\bpin\b|\buser(?:_?name)?\b|\bname\b|mail|headers?(?:\.get)?[[(]["']x-[\w-]{1,40}["'][\])])[^\n=]{0,60}(?:={2,3}|\beq\b|\.equals\()\s{0,3}["'][^"'\n]{3,60}["'][^\n]{0,80}(?:\n[^\n]{0,60})?(?:return\s{1,3}(?:true\b|next\(|\{[^\n]{0,40}(?:admin|role)|admin)|role\s{0,3}[:=]{1,2}\s{0,3}["'](?:admin|root|owner|superuser)|is_?admin["'\]]{0,2}\s{0,3}[:=]\s{0,3}true|=>\s{0,2}true)/i,
    ],
    not: /expect\(|assert|\btest\(|describe\(|\bit\(/,
  },
  {
    row: "unsigned tokens",
    rule: "back_door",
    all: [/\balg\w*(?:\(\))?["'\]]{0,3}\s{0,2}(?:={2,3}|\.equals\()\s{0,2}["']none["'][\s\S]{0,120}\breturn\b/i],
    not: /(?:throw|raise|error|invalid|reject|nil, (?:err|fmt))[^\n]{0,80}$/im,
  },
  {
    row: "runs what is asked",
    rule: "back_door",
    all: [
      /(?<!\/[a-z]{0,3}\.|(?:re|regexp?|pattern)\.)(?:exec|eval|execSync|system|popen|subprocess\.\w+|os\.system|shell_exec|passthru)\s{0,2}\(\s{0,3}(?:req(?:uest)?\.(?:query|body|headers|params|args|form|GET|POST)|params\[|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)|nachricht\.|message\.(?:text|content)|msg\.(?:text|content|data)|update\.message|event\.data|ctx\.query|c\.Query\(|request\.get_json|flask\.request|payload\.cmd|data\[["']cmd)/,
    ],
  },
  {
    row: "keys watched",
    rule: "watches",
    all: [
      /pynput|keyboard\.(?:on_press|hook|record|read_key)|iohook|uiohook|GetAsyncKeyState|SetWindowsHookEx|addGlobalMonitorForEvents|RegisterRawInputDevices|evdev\.InputDevice|XRecordCreateContext|node-global-key-listener|CGEventTap|addEventListener\(\s{0,2}["'](?:keydown|keypress|keyup|input)["']/i,
      /requests\.|fetch\(|sendBeacon|open\(|write|append|smtplib|socket|post\(|URLSession|HttpClient|\.log|XMLHttpRequest/i,
    ],
    not: /(?:ArrowUp|ArrowDown|Escape|Enter|shortcut|preventDefault|e\.key ===|event\.key ===|hotkey)/i,
  },
];
