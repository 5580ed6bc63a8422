/** What commands do with data. A name may end in `*`, which stands for digits and dots ("python3.12"). */
export const fetchers = new Set([
  "curl", "wget", "wget2", "aria2c", "iwr", "irm", "invoke-webrequest", "invoke-restmethod", "lwp-download", "xh", "xhs",
  "http", "https", "httpie", "fetch", "start-bitstransfer", "lynx", "w3m", "axel", "curl.exe", "hurl", "ftp", "tftp",
]);

/** Programs that run what they are given as a file, by `-c`, or on their input. */
export const interpreters = new Set([
  "bash", "sh", "zsh", "dash", "ksh", "fish", "ash", "csh", "python", "node", "nodejs", "perl", "ruby", "php", "deno", "bun",
  "pwsh", "powershell", "osascript", "lua", "rscript", "tsx", "ts-node", "source", ".", "eval", "iex", "invoke-expression",
  "cmd", "groovy", "julia", "irb", "at", "batch", "busybox", "pypy", "uv",
]);

export const evaluators = new Set(["eval", "iex", "invoke-expression"]);

/** Programs that start a file that is named as an argument. */
export const starters = new Set(["start-process", "invoke-item", "open", "xdg-open", "installer", "msiexec", "dpkg", "rpm", "insmod", "docker", "start", "rundll32", "regsvr32", "java", "dotnet", "chmod+run"]);

/** Programs that send what they are given to another machine, beside the fetchers. */
export const senders = new Set([
  "nc", "ncat", "netcat", "socat", "telnet", "scp", "rsync", "sftp", "ftp", "lftp", "tftp", "ssh", "rclone", "mail", "mailx", "mutt",
  "sendmail", "msmtp", "swaks", "dig", "nslookup", "host", "ping", "websocat", "mosquitto_pub", "croc", "wormhole",
  "send-mailmessage", "openssl", "ipfs", "ncftpput", "termbin", "slackcat", "telegram-send", "wscat", "grpcurl", "drill", "kdig",
]);

/** Programs of services, with the words that make them send. */
export const uploads: ReadonlyArray<{ name: string; words: RegExp }> = [
  { name: "aws", words: /\bs3(?:api)? (?:cp|mv|sync|put-object)\b|\bsecretsmanager put|\bsns publish|\bsqs send/ },
  { name: "gsutil", words: /\b(?:cp|rsync|mv)\b/ },
  { name: "gcloud", words: /\bstorage (?:cp|rsync|mv)\b/ },
  { name: "az", words: /\bstorage blob upload/ },
  { name: "gh", words: /\bgist create|\bissue (?:create|comment)|\bpr comment|\brelease upload|\bapi\b/ },
  { name: "glab", words: /\bsnippet create|\bissue (?:create|note)/ },
  { name: "mc", words: /\b(?:cp|mirror|pipe)\b/ },
  { name: "s3cmd", words: /\bput\b/ },
  { name: "azcopy", words: /\bcopy\b/ },
  { name: "huggingface-cli", words: /\bupload\b/ },
];

/** Programs that print or copy the files they are given. */
export const readers = new Set([
  "cat", "less", "more", "head", "tail", "type", "get-content", "gc", "strings", "xxd", "hexdump", "od", "base64", "base32", "grep", "egrep",
  "rg", "awk", "cut", "sort", "tar", "zip", "7z", "7za", "gzip", "cp", "copy", "copy-item", "mv", "move-item", "sqlite3", "jq", "yq", "dd",
  "nl", "tac", "paste", "find", "bat", "scp", "rsync", "gpg", "openssl", "sed", "split", "compress-archive", "rar", "pbcopy", "clip",
  "xclip", "wl-copy", "tee", "ditto", "robocopy", "xcopy", "install", "select-string", "findstr", "rclone", "cpio", "ln", "uuencode", "readfile",
  "curl", "aws", "gsutil", "gh", "strace",
]);

/** Programs that only read a store when they also send; a copy of `.env` beside itself is no reading. */
export const movers = new Set(["cp", "copy", "copy-item", "mv", "move-item", "ln", "install", "tee", "openssl", "gpg", "sed", "find", "ditto", "rg", "curl", "aws", "gsutil", "gh"]);

/** Programs that hand their input on. */
export const filters = new Set([
  "base64", "base32", "gzip", "bzip2", "xz", "zstd", "tee", "cat", "tr", "sed", "awk", "grep", "sort", "head", "tail", "jq", "xxd", "od", "gpg",
  "openssl", "rev", "cut", "xargs", "python", "node", "perl", "tar", "uuencode", "fold", "split", "egrep", "uniq", "paste", "ruby", "gunzip",
  "zcat", "uudecode", "rot13", "out-string", "convertto-json", "select-object", "out-file", "set-content", "foreach-object", "%", "col",
  "lz4", "dd", "age", "hexdump", "nl", "format-table", "where-object", "zip",
]);

/** Programs whose options or words make them decode. */
export const decoders: ReadonlyArray<{ name: string; words: RegExp }> = [
  { name: "base64", words: /(?:^| )(?:-\w{0,3}[dD]\w{0,3}|--decode)(?: |$)/ },
  { name: "base32", words: /(?:^| )(?:-d|--decode)(?: |$)/ },
  { name: "xxd", words: /(?:^| )-\w{0,3}r/ },
  { name: "openssl", words: /(?:^| )-d(?: |$)|base64 -d/ },
  { name: "gunzip", words: /^/ },
  { name: "zcat", words: /^/ },
  { name: "uudecode", words: /^/ },
  { name: "rev", words: /^/ },
  { name: "rot13", words: /^/ },
  { name: "tr", words: /[A-Za-z]-[A-Za-z]\S{0,8} \S{0,3}[A-Za-z]-[A-Za-z]/ },
  { name: "gzip", words: /(?:^| )-\w{0,3}d/ },
  { name: "printf", words: /(?:\\x[0-9a-f]{2}|\\[0-7]{3}){6}/i },
  { name: "perl", words: /unpack|decode_base64/ },
];

/** Words before a command that run it as it stands, with how many words of their own follow. */
export const wrappers: Readonly<Record<string, number>> = {
  sudo: 0, doas: 0, env: 0, nohup: 0, exec: 0, command: 0, builtin: 0, nice: 0, ionice: 0, stdbuf: 0, setsid: 0, time: 0, timeout: 1,
  xargs: 0, watch: 0, unbuffer: 0, chronic: 0, parallel: 0, caffeinate: 0, "&": 0, call: 0, flock: 1, chroot: 1, strace: 0, proxychains: 0,
  busybox: 0, torsocks: 0, runuser: 0, then: 0, do: 0, else: 0,
};

/** Options of `sudo`, `xargs` and the like that take a word of their own. */
export const WRAPPER_OPTIONS_WITH_WORD = /^-(?:u|g|n|I|P|L|d|C|s|k|S|p|-user|-unset|-group)$/;
