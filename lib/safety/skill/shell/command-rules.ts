/** A rule about one command: every pattern must occur in its words, joined by blanks. */
export type CommandRule = {
  row: string;
  rule: string;
  what: string;
  names: readonly string[];
  words: readonly RegExp[];
  not?: RegExp;
  /** Ordinary by itself: counts only beside prose that hides something or speaks for a stranger, or with `firm`. */
  weak?: true;
  firm?: RegExp;
};

const HOME_OR_ROOT = String.raw`(?:\/|~\/?|\$\{?HOME\}?\/?|\$env:USERPROFILE|%USERPROFILE%|[A-Za-z]:[\\/]{1,2}|\/(?:etc|usr|var|home|boot|bin|lib|opt|root|Users|srv|mnt|data)\/?|(?:~|\$HOME)\/(?:Documents|Desktop|Pictures|Downloads|Library|projects|code|src|work|\.config|\.ssh)\/?)`;
const WHOLE = new RegExp(`(?:^| )${HOME_OR_ROOT}\\*?(?= |$)`, "i");

const destroys = "a command that wipes a disk, a home folder, backups or a database";
const persists = "a job or start-up entry that keeps coming back";
const opens = "access to the machine or an account that is handed to others";
const blinds = "records of what happened that are erased or no longer kept";
const weakens = "switching off the check of certificates, host keys or other defences";
const mines = "a miner, or a connection to one";
const watches = "recording of the screen, the keyboard, the microphone or the camera";
const swaps = "packages from a source that anyone may fill";
const skips = "working without the confirmation of the person in charge";
const reads = "reading of stored keys, passwords or browser data";
const runs = "a download that is run unseen";
const controls = "a reverse shell, a back door or a miner";

const REMOVE = ["rm", "remove-item", "ri", "rd", "rmdir", "del", "erase", "shred", "srm", "rimraf", "trash", "wipe"];
const RUN_BY_NAME = [
  "npx",
  "bunx",
  "pnpx",
  "uvx",
  "pipx",
  "npm",
  "pnpm",
  "yarn",
  "pip",
  "pip3",
  "uv",
  "bun",
  "deno",
  "go",
  "cargo",
  "gem",
];

export const commandRules: readonly CommandRule[] = [
  {
    row: "rm whole",
    rule: "destroys_data",
    what: destroys,
    names: REMOVE,
    words: [WHOLE, /(?:^| )(?:-\w{0,6}[rf]|--recursive|--no-preserve-root|-Recurse|-Force|\/s|-u|-z|-n)/i],
  },
  {
    row: "rm repository",
    rule: "destroys_data",
    what: destroys,
    names: REMOVE,
    words: [/(?:^| )-\w{0,4}r/i, /(?:^|[ /])\.git\/?(?= |$)|(?:backups?|snapshots?)\/\*/],
  },
  {
    row: "find delete",
    rule: "destroys_data",
    what: destroys,
    names: ["find"],
    words: [new RegExp(`^${HOME_OR_ROOT}(?= |$)`, "i"), /-delete\b|-exec(?:dir)? (?:\/bin\/)?(?:rm|shred|srm)\b/],
    not: /-name ['"]?(?:\*\.(?:tmp|pyc|log|cache|swp|bak)|__pycache__|node_modules|\.DS_Store)|\/(?:tmp|cache)/,
  },
  {
    row: "disk",
    rule: "destroys_data",
    what: destroys,
    names: [
      "dd",
      "mkfs",
      "mkfs.ext4",
      "mkfs.xfs",
      "mkfs.btrfs",
      "wipefs",
      "blkdiscard",
      "sgdisk",
      "parted",
      "format",
      "diskpart",
      "format-volume",
      "clear-disk",
      "hdparm",
    ],
    words: [
      /of=\/dev\/(?:sd|nvme|disk|hd|mmc|vd)|^(?:-\S+ )*\/dev\/(?:sd|nvme|disk|hd|mmc|vd)|(?:^| )[a-z]:(?: |$)|-a(?:ll)? .{0,20}\/dev\/|--zap-all|DriveLetter|-RemoveData|clean/i,
    ],
  },
  {
    row: "shadow copies",
    rule: "destroys_data",
    what: destroys,
    names: ["vssadmin", "wbadmin", "wmic", "bcdedit", "tmutil", "cipher"],
    words: [
      /delete (?:shadows|catalog|systemstatebackup|backup)|shadowcopy delete|recoveryenabled no|deletelocalsnapshots|delete\b|\/w:/i,
    ],
  },
  {
    row: "buckets",
    rule: "destroys_data",
    what: destroys,
    names: ["aws", "gsutil", "gcloud", "az", "rclone", "mc"],
    words: [
      /s3 rb .{0,80}--force|s3 rm s3:\/\/[^/ ]+\/? .{0,40}--recursive|rm -r(?:f)? (?:-\w+ )?gs:\/\/[^/ ]+\/?(?: |$)|rds delete-db-(?:instance|cluster) .{0,120}--skip-final-snapshot|delete-backup|backup delete|projects delete .{0,60}--quiet|purge \S+:/i,
    ],
  },
  {
    row: "database",
    rule: "destroys_data",
    what: destroys,
    names: ["psql", "mysql", "mongo", "mongosh", "redis-cli", "sqlcmd", "sqlite3", "mariadb", "clickhouse-client"],
    words: [/\bdrop (?:database|schema) |\bflushall\b|dropDatabase\(|\btruncate (?:table )?\w+ cascade/i],
    not: /test|tmp|temp|localhost|if exists \w*(?:dev|ci)/i,
  },
  {
    row: "cluster",
    rule: "destroys_data",
    what: destroys,
    names: ["kubectl", "oc", "docker", "helm"],
    words: [
      /delete (?:ns|namespaces?|pvc?|persistentvolumeclaims?|all|deploy\w*) .{0,40}(?:--all\b)|delete .{0,60}--all-namespaces|delete .{0,60}--all -A/,
    ],
  },
  {
    row: "history rewritten",
    rule: "destroys_data",
    what: destroys,
    names: ["git"],
    words: [
      /^push .{0,80}(?:--mirror|--all).{0,40}(?:--force|-f\b)|^push .{0,60}(?:--force|-f\b).{0,60}(?:--all|--mirror)|^push .{0,60}--delete .{0,40}\b(?:main|master)\b|^reflog expire .{0,40}--all|^update-ref -d refs\/heads\/(?:main|master)/,
    ],
    weak: true,
  },

  {
    row: "logs removed",
    rule: "erases_traces",
    what: blinds,
    names: [...REMOVE, "truncate", "logrotate", "sed", "tee"],
    words: [
      /\/var\/log(?:\/\*|\/? |\/?$|\/(?:auth|secure|audit|syslog|messages|wtmp|btmp|lastlog|journal))|audit(?:d)?[/.]\S{0,20}log|(?:_|\.)history\b|winevt|system32.logs/i,
    ],
    not: /^-n\b|logrotate\.conf/,
  },
  {
    row: "logs cleared",
    rule: "erases_traces",
    what: blinds,
    names: [
      "wevtutil",
      "clear-eventlog",
      "remove-eventlog",
      "clear-history",
      "history",
      "journalctl",
      "auditctl",
      "auditpol",
      "log",
    ],
    words: [/^cl |^-LogName|^-?c\b|-cw?$|--vacuum-(?:time|size)=\d{1,2}s?\b|^-(?:e 0|D)\b|\/clear|^erase/i],
    not: /^\d|^\||^-n|^-d \d/,
  },
  {
    row: "history unset",
    rule: "erases_traces",
    what: blinds,
    names: ["unset", "set", "export", "set-psreadlineoption", "ln"],
    words: [
      /^HISTFILE|^\+o history|HISTFILE=(?:\/dev\/null)?(?: |$)|HIST(?:FILE)?SIZE=0|HistorySaveStyle SaveNothing|\/dev\/null \S{0,20}_history/,
    ],
  },
  {
    row: "logging stopped",
    rule: "erases_traces",
    what: blinds,
    names: ["systemctl", "service", "stop-service", "sc", "launchctl", "pkill", "killall", "set-service", "chkconfig"],
    words: [
      /\b(?:auditd|rsyslogd?|syslog(?:-ng|d)?|systemd-journald|eventlog|osqueryd?|falcon-sensor|falco|wazuh\S*|filebeat|fluentd|sysmon\w*)\b/i,
      /\b(?:stop|disable|mask|kill|unload)\b|^(?:-\S+ )*(?:auditd|rsyslog|syslog|osquery|falcon|falco|wazuh|EventLog|sysmon)/i,
    ],
  },
  {
    row: "trail",
    rule: "erases_traces",
    what: blinds,
    names: ["aws", "gcloud", "az"],
    words: [
      /cloudtrail (?:stop-logging|delete-trail)|logs delete-log-(?:group|stream)|logging (?:logs|sinks) delete|guardduty delete|diagnostic-settings delete|flow-logs delete|configservice stop/,
    ],
  },

  {
    row: "crontab",
    rule: "keeps_coming_back",
    what: persists,
    names: ["crontab"],
    words: [/^(?:-u \S+ )?-(?: |$)|^(?:-u \S+ )?[\w./~$]{2}/],
    not: /^-(?:l|e|r)/,
    weak: true,
  },
  {
    row: "scheduled task",
    rule: "keeps_coming_back",
    what: persists,
    names: [
      "schtasks",
      "register-scheduledtask",
      "at",
      "launchctl",
      "sc",
      "new-service",
      "set-itemproperty",
      "new-itemproperty",
      "reg",
    ],
    words: [/\/create\b|^-TaskName|^(?:now|midnight)|^(?:load|bootstrap)\b|^create\b|binPath|CurrentVersion.{1,2}Run/i],
    weak: true,
    firm: /powershell\b.{0,80}(?:hidden|-e(?:nc)?\b|iex|irm|iwr)|https?:|\\\\temp\\\\|mshta|\/tmp\//i,
  },
  {
    row: "accounts",
    rule: "grants_access",
    what: opens,
    names: [
      "useradd",
      "adduser",
      "usermod",
      "net",
      "net.exe",
      "dseditgroup",
      "sysadminctl",
      "new-localuser",
      "add-localgroupmember",
      "visudo",
      "chpasswd",
      "passwd",
    ],
    words: [/\b(?:sudo|wheel|root|admin(?:istrators)?)\b|-ou? 0\b|\/add\b|-admin\b|-Password|^$/i],
    not: /docker|^-l\b/,
    weak: true,
    firm: /:0:0|-ou? 0\b/,
  },
  {
    row: "set user id",
    rule: "grants_access",
    what: opens,
    names: ["chmod", "setcap"],
    words: [
      /^(?:-\w+ )?(?:[ug]\+s|[2467][0-7]{3}) .{0,20}(?:\/(?:bin|usr|tmp)|sh\b|bash|python)|cap_setuid|cap_sys_admin|(?:^| )0?[67]77 (?:\/etc\/(?:passwd|shadow|sudoers)|\/ ?$|~\/\.ssh)/,
    ],
  },
  {
    row: "cloud keys",
    rule: "grants_access",
    what: opens,
    names: ["aws", "gcloud", "az"],
    words: [
      /iam (?:create-access-key|create-login-profile|attach-(?:user|role)-policy .{0,120}AdministratorAccess|put-user-policy|add-user-to-group)|add-iam-policy-binding .{0,160}(?:allUsers|allAuthenticatedUsers|roles\/owner|member[= ]["']?user:)|keys create|role assignment create .{0,160}(?:Owner|User Access)|ad sp create-for-rbac .{0,80}--role ["']?Owner|s3api put-bucket-(?:policy|acl) .{0,120}(?:public|allUsers|AllUsers|"\*")|sts assume-role .{0,80}(?:external|attacker)/,
    ],
    weak: true,
    firm: /AdministratorAccess|allUsers|roles\/owner/,
  },
  {
    row: "repository access",
    rule: "grants_access",
    what: opens,
    names: ["gh", "glab"],
    words: [
      /\bcollaborators\/\S|\brepo deploy-key add\b|\bssh-key add\b|\bgpg-key add\b|\binvitations\b|\/keys\b.{0,120}(?:key=|-f )|repo edit .{0,80}--visibility[= ]public|\bmemberships\/\S/,
    ],
    weak: true,
    firm: /collaborators\/\S+.{0,60}admin|https?:|visibility[= ]public/,
  },
  {
    row: "cluster access",
    rule: "grants_access",
    what: opens,
    names: ["kubectl", "oc"],
    words: [
      /create clusterrolebinding .{0,160}cluster-admin|--anonymous-auth=true|adm policy add-(?:cluster-role-to-\w+ cluster-admin|scc-to-\w+ privileged)/,
    ],
    not: /--serviceaccount=kube-system/,
    weak: true,
    firm: /--(?:anonymous-auth|user)/,
  },
  {
    row: "npm access",
    rule: "grants_access",
    what: opens,
    names: ["npm", "pnpm", "yarn", "gem", "cargo", "twine"],
    words: [/^(?:owner|access|team) (?:add|grant|--add)|^token create|^owner -a|^owner --add|^profile disable-2fa/],
    weak: true,
  },
  {
    row: "port opened",
    rule: "grants_access",
    what: opens,
    names: [
      "ssh",
      "autossh",
      "ngrok",
      "cloudflared",
      "bore",
      "lt",
      "localtunnel",
      "frpc",
      "chisel",
      "tmate",
      "ttyd",
      "gotty",
      "sshx",
    ],
    words: [
      /(?:^| )-\w{0,6}R ?\S{0,40}:?\S{0,40}|tcp 22|--url (?:ssh|tcp):|22\b|^-F$|(?:^| )(?:bash|sh|zsh|login)(?: |$)|client .{0,60}R:/,
    ],
    not: /-L /,
    weak: true,
    firm: /0\.0\.0\.0|\b22\b|\b(?:ba|z)?sh\b|R:/,
  },

  {
    row: "shell over network",
    rule: "remote_control",
    what: controls,
    names: ["nc", "ncat", "netcat", "socat"],
    words: [
      /(?:^| )(?:-\w{0,5}[ec]|--exec|--sh-exec)[ =]?\S{0,20}(?:sh|cmd|bash|powershell)|(?:exec|system):["']?\S{0,40}(?:sh|cmd|bash|powershell|login)\b/i,
    ],
  },
  {
    row: "miner options",
    rule: "remote_control",
    what: mines,
    names: [],
    words: [
      /--coin[= ]\S+ .{0,80}(?:--pool|-o)[= ]|(?:--pool|-o)[= ]\S+:\d+ .{0,60}--(?:coin|wallet|worker)[= ]|stratum\+(?:tcp|ssl)|--algo[= ](?:kawpow|ethash|randomx|rx\/0|cryptonight|autolykos2?|etchash|octopus)|xmrig|nicehash/i,
    ],
  },
  {
    row: "miner",
    rule: "remote_control",
    what: mines,
    names: [
      "xmrig",
      "minerd",
      "cpuminer",
      "ethminer",
      "t-rex",
      "nbminer",
      "lolminer",
      "phoenixminer",
      "ccminer",
      "cgminer",
      "xmr-stak",
      "gminer",
      "teamredminer",
      "srbminer",
      "srbminer-multi",
      "nanominer",
      "bfgminer",
      "verthash-miner",
      "cryptonight",
    ],
    words: [/^/],
  },

  {
    row: "url as program",
    rule: "download_and_run",
    what: runs,
    names: RUN_BY_NAME,
    words: [
      /^(?:run|x|i|install|add|exec|eval|dlx|tool|create|get|-\w+|--?[\w-]+(?:=\S+)?| )* ?["']?https?:\/\/(?!(?:github\.com|codeload\.github\.com|files\.pythonhosted\.org|registry\.npmjs\.org|download\.pytorch\.org|deno\.land|jsr\.io|esm\.sh|pkg\.go\.dev)\/)/,
    ],
    not: /(?:--index-url|--extra-index-url|--registry|-i|-f|--find-links)[ =]["']?https?:/,
  },
  {
    row: "git url as program",
    rule: "download_and_run",
    what: runs,
    names: ["pip", "pip3", "npx", "uvx", "pipx", "npm"],
    words: [/git\+https?:\/\/(?!(?:[\w-]{1,40}@)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)\/)/],
  },
  {
    row: "host programs",
    rule: "download_and_run",
    what: runs,
    names: ["mshta", "regsvr32", "rundll32", "bitsadmin", "certutil", "msiexec", "wmic", "installutil"],
    words: [/https?:\/\//i],
  },
  {
    row: "manifest from address",
    rule: "download_and_run",
    what: runs,
    names: ["kubectl", "oc", "docker-compose", "ansible-playbook"],
    words: [/(?:^| )-f ?["']?https?:\/\//],
    not: /https:\/\/(?:raw\.githubusercontent\.com|github\.com|storage\.googleapis\.com|\S+\.k8s\.io|projectcontour\.io|docs\.\S+|get\.\S+|download\.\S+|operatorhub\.io|\S+\.github\.io)\//,
  },

  {
    row: "host mounted",
    rule: "leaves_sandbox",
    what: "a container that holds the whole machine",
    names: ["docker", "podman", "nerdctl"],
    words: [
      /(?:^| )(?:-v|--volume|--mount)[ =]["']?(?:\/:|type=bind,(?:source|src)=\/,|(?:~|\$HOME|\/root|\/home)\/?:)|--pid[= ]host .{0,80}nsenter|(?:^| )--privileged .{0,120}(?:chroot|nsenter|--pid[= ]host)/,
    ],
  },
  {
    row: "namespace entered",
    rule: "leaves_sandbox",
    what: "a way out of a container",
    names: ["nsenter", "unshare"],
    words: [/(?:-t|--target)[ =]?1\b/],
  },

  {
    row: "curl insecure",
    rule: "switches_off_tls",
    what: weakens,
    names: ["curl"],
    // Without an address it is only named.
    words: [/(?:^| )(?:-[a-zA-Z]{0,6}k[a-zA-Z]{0,6}|--insecure|--proxy-insecure)(?: |$)/, /[./$:]/],
    not: /(?:^| )-\w{0,4}[vI]\w{0,3}(?: |$)|-o \/dev\/null|https:\/\/(?:example\.(?:com|org|net)|localhost|127\.|0\.0\.0\.0|\[::1|10\.|192\.168\.|host\.docker\.internal)/,
  },
  {
    row: "other insecure",
    rule: "switches_off_tls",
    what: weakens,
    names: [
      "wget",
      "git",
      "npm",
      "pip",
      "pip3",
      "iwr",
      "irm",
      "invoke-webrequest",
      "invoke-restmethod",
      "yarn",
      "ssh",
      "scp",
      "conda",
      "helm",
      "docker",
    ],
    words: [
      /--no-check-certificate|sslVerify[ =]["']?false|strict-ssl[ =]["']?false|-SkipCertificateCheck|StrictHostKeyChecking[= ]["']?no\b|ssl_verify (?:false|no)|--insecure-skip-tls-verify/,
    ],
  },
  {
    row: "defences off",
    rule: "switches_off_tls",
    what: weakens,
    names: [
      "set-mppreference",
      "add-mppreference",
      "setenforce",
      "ufw",
      "spctl",
      "netsh",
      "iptables",
      "nft",
      "systemctl",
      "service",
      "aa-teardown",
      "set-executionpolicy",
      "uninstall-windowsfeature",
      "sc",
      "set-netfirewallprofile",
      "defaults",
    ],
    words: [
      /DisableRealtimeMonitoring|ExclusionPath ["']?(?:[A-Z]:\\?["']?(?: |$)|\$env:(?:TEMP|TMP|APPDATA)|[A-Z]:\\(?:Users|Windows|ProgramData|Temp)\b)|^0$|master-disable|global-disable|state off|^-F\b|-P INPUT ACCEPT|flush ruleset|(?:stop|disable|mask) (?:--now )?(?:firewalld|ufw|apparmor|clamav|clamd|fail2ban|iptables|windefend|falcon)|(?:firewalld|ufw|apparmor|clamav|fail2ban) stop|Windows-Defender|-Enabled False|LSQuarantine/i,
    ],
  },
  {
    row: "defence disabled",
    rule: "switches_off_tls",
    what: weakens,
    names: ["ufw", "csrutil", "spctl", "apparmor_parser"],
    words: [/^(?:--force )?disable\b|^--(?:master|global)-disable/],
  },
  {
    row: "package source",
    rule: "foreign_packages",
    what: swaps,
    names: ["pip", "pip3", "uv", "python", "poetry", "pipenv"],
    words: [
      /--(?:extra-)?index-url[ =]["']?https?:\/\/(?!(?:pypi\.org|test\.pypi\.org|download\.pytorch\.org|pypi\.nvidia\.com|[\w.-]+\.pkg\.dev|pypi\.[\w-]+\.com\/simple)\b)|--trusted-host|(?:^| )-i ["']?http:\/\//,
    ],
    not: /localhost|127\.0\.0\.1|\$\{?\w|<[\w -]+>|\.(?:corp|internal|local)\b|artifactory|nexus|\.jfrog\.io|codeartifact|pypi\.tuna|mirrors\.|\.org\/whl/i,
    weak: true,
    firm: /trusted-host|http:\/\//,
  },
  {
    row: "npm source",
    rule: "foreign_packages",
    what: swaps,
    names: ["npm", "pnpm", "yarn", "bun", "npx"],
    words: [/registry[ =:]["']?https?:\/\//],
    not: /registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|localhost|127\.0\.0\.1|\$\{?\w|<[\w -]+>|\.(?:corp|internal|local)\b|artifactory|nexus|\.jfrog\.io|codeartifact|registry\.npmmirror|pkgs\.dev\.azure|example\.com/i,
    weak: true,
    firm: /http:\/\//,
  },

  {
    row: "unsigned packages",
    rule: "foreign_packages",
    what: swaps,
    names: ["apt", "apt-get", "dnf", "yum", "zypper", "pacman", "rpm", "apk", "brew", "dpkg"],
    words: [
      /--allow-unauthenticated|--nogpgcheck|--no-gpg-checks|--allow-untrusted|--nosignature|--force-bad-verify|SigLevel ?= ?Never|--allow-insecure-repositories/,
    ],
  },
  {
    row: "extension from file",
    rule: "foreign_packages",
    what: swaps,
    names: ["code", "cursor", "codium"],
    words: [/--install-extension \S+\.vsix .{0,20}--force/],
  },
  {
    row: "wildcard delete",
    rule: "destroys_data",
    what: destroys,
    names: ["find"],
    words: [/^\/(?:var|srv|mnt|data|opt|home|etc)\S* .{0,60}-mindepth 1 .{0,20}-delete/],
  },
  {
    row: "agent unguarded",
    rule: "skips_confirmation",
    what: skips,
    names: ["claude", "codex", "gemini", "cursor-agent", "aider", "opencode", "q", "copilot", "goose", "amp"],
    words: [
      /--dangerously-\w|--yolo\b|--trust-all-tools|--allow-all-tools|danger-full-access|approval[-_]policy[ =]["']?never|--full-auto.{0,40}--no-sandbox|bypassPermissions|--yes-always/,
    ],
  },
  {
    row: "merge as admin",
    rule: "skips_confirmation",
    what: skips,
    names: ["gh", "glab"],
    words: [
      /pr merge .{0,80}--admin|pr review .{0,80}--approve|api .{0,40}(?:-X|--method) ?(?:DELETE|PUT|PATCH) .{0,120}(?:branches\/\S+\/protection|rulesets)|api .{0,120}branches\/\S+\/protection .{0,60}(?:-X|--method) ?DELETE|mr approve|api .{0,160}event=APPROVE|ruleset delete/,
    ],
  },

  {
    row: "key stores",
    rule: "reads_credentials",
    what: reads,
    names: [
      "security",
      "secret-tool",
      "pass",
      "kwallet-query",
      "cmdkey",
      "vaultcmd",
      "mimikatz",
      "lazagne",
      "keyring",
      "op",
      "bw",
      "lpass",
      "gpg",
      "reg",
      "procdump",
      "get-storedcredential",
      "rundll32",
      "kwalletcli",
    ],
    words: [
      /find-(?:generic|internet)-password .{0,80}(?:-\w{0,3}[wg]\w{0,2}\b)|dump-keychain|export -k|^(?:lookup|search)\b|--read-password|\/list|^item get .{0,100}(?:password|--reveal)|^get (?:password|item)|^list items|--export-secret-keys|save hk(?:lm|ey_local_machine).(?:sam|security|system)|lsass|comsvcs|^-r |^(?:all|browsers)$|sekurlsa|^export\b/i,
    ],
    not: /^search .{0,5}--help/,
  },
  {
    row: "metadata",
    rule: "reads_credentials",
    what: reads,
    names: ["curl", "wget", "http", "iwr", "irm", "invoke-restmethod", "invoke-webrequest", "xh"],
    words: [
      /169\.254\.16[79]\.25[34]|169\.254\.170\.2|metadata\.google\.internal\/\S{0,60}(?:token|service-accounts)|metadata\.google\.internal|100\.100\.100\.200|AWS_CONTAINER_CREDENTIALS_RELATIVE_URI/,
    ],
  },
  {
    row: "token printed",
    rule: "reads_credentials",
    what: reads,
    names: ["aws", "kubectl", "oc", "vault"],
    words: [
      /configure export-credentials|secretsmanager list-secrets .{0,200}get-secret-value|get secrets? (?:-A|--all-namespaces).{0,60}-o ?(?:json|yaml)|^kv (?:get|list) .{0,20}-format=json secret\/? *$/,
    ],
  },
  {
    row: "keyboard",
    rule: "watches",
    what: watches,
    names: ["logkeys", "xinput", "showkey", "evtest", "xspy", "keylogger"],
    words: [/^$|^--start|^test\b|test-xi2|\/dev\/input/],
  },
];
