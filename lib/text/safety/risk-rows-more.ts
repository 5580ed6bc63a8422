import { any, OUTSIDE, type RiskRow } from "@/lib/text/safety/risk-row";

const RETURNS = "a job, hook or start-up entry that keeps coming back";
const OPENS = "access to a machine or an account that is handed to others";
const WEAKENS = "switching off the check of certificates, host keys or other defences";
const DESTROYS = "a command that wipes a disk, a home folder, backups or a database";
const CONTROLS = "a reverse shell, a back door or a miner";
const REACHES = String.raw`(?:curl|wget|\bnc\b|base64|https?:\/\/(?!localhost|127\.)|\/dev\/tcp|\beval\b|python[\d.]{0,4} -c|node -e|\/tmp\/|\biex\b|\biwr\b|\birm\b)`;
const WHOLE = String.raw`(?:\/|~\/?|\$\{?HOME\}?\/?|\$env:USERPROFILE|%USERPROFILE%|[A-Z]:[\\/]{1,2}|\/(?:etc|usr|var|home|boot|bin|lib|opt|root|Users|srv|mnt|data)\/?|(?:~|\$HOME)\/(?:Documents|Desktop|Pictures|Downloads|Library|projects|code|src|work|\.config|\.ssh)\/?)\*?`;

/** Rows about what stays, opens, breaks and hides. */
// biome-ignore format: short properties share a line
export const standingRows: readonly RiskRow[] = [
  {
    id: "schedule", rule: "keeps_coming_back", what: RETURNS,
    gate: [
      "crontab", "/etc/cron", "@reboot", "* * *", "schtasks", "scheduledtask", "launchctl", "launchagents",
      "launchdaemons", "systemctl", "ontcalendar", "[timer]", "[service]", "/etc/systemd", "autostart",
      "currentversion\\run", "startup\\", "runonlogin",
    ],
    shape: any(
      String.raw`(?:\bcrontab\s{1,3}(?:-\s|-$|\/|\w|<)|\/etc\/cron|\/var\/spool\/cron|@reboot|(?:[\d*/,-]{1,9}\s){4}[\d*/,-]{1,9}\s{1,3}\S)[^\n]{0,240}${REACHES}`,
      String.raw`\)\s{0,3}\|\s{0,3}crontab\s{1,3}-|\|\s{0,3}crontab\s{1,3}-\s{0,3}$`,
      String.raw`\bschtasks\b[^\n]{0,80}\/create|Register-ScheduledTask|launchctl\s(?:load|bootstrap)|CurrentVersion\\{1,2}Run|Start Menu\\{1,2}Programs\\{1,2}Startup|\.config\/autostart\/|Library\/Launch(?:Agents|Daemons)\/`,
      String.raw`\bsystemctl\s(?:--user\s)?enable\b[^\n]{0,60}\.timer|systemctl --user enable`,
    ),
    unless: /crontab -l\s{0,3}(?:$|\|\s{0,3}grep)/,
  },
  {
    id: "start file", rule: "keeps_coming_back", what: RETURNS,
    gate: [
      ".bashrc", ".zshrc", ".profile", ".bash_profile", ".zprofile", ".zshenv", "/etc/profile", "rc.local",
      "config.fish", "sitecustomize", "ld.so.preload", "ld_preload", "$profile", "prompt_command", "execstart",
    ],
    shape: any(
      String.raw`${REACHES}[^\n]{0,200}(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|\.zshenv|\/etc\/profile|rc\.local|config\.fish|\$PROFILE)`,
      String.raw`(?:\.bashrc|\.zshrc|\.profile|\.bash_profile|\.zprofile|\.zshenv|\/etc\/profile|rc\.local|config\.fish|\$PROFILE)[^\n]{0,160}${REACHES}`,
      String.raw`alias (?:sudo|ssh|git|su|gpg)=[^\n]{0,160}(?:rc|profile|zshenv)\b|PROMPT_COMMAND=[^\n]{0,40}(?:curl|nc|wget)|ld\.so\.preload|sitecustomize\.py|LD_PRELOAD=\/(?:tmp|var|dev)`,
      String.raw`^\s{0,4}ExecStart(?:Pre|Post)?=[^\n]{0,200}(?:curl|wget|\/dev\/tcp|\bnc\b|base64|\/tmp\/)`,
    ),
    unless:
      /source ~?\/?\.|\. ~\/\.|brew shellenv|mise activate|starship init|direnv hook|zoxide init|fnm env|pyenv init|rbenv init|oh-my-zsh/,
  },
  {
    id: "git hook", rule: "keeps_coming_back", what: RETURNS,
    gate: [
      "hooks/", "core.hookspath", "folderopen", "credential.helper", "filter.", "core.pager", "core.sshcommand",
      "core.fsmonitor", "alias.", "insteadof",
    ],
    shape: any(
      String.raw`(?:\.git|\.githooks|\.husky|template\w{0,10})\/?(?:hooks)?\/(?:pre|post|commit|prepare)[\w-]{2,20}`,
      String.raw`core\.hookspath\s{1,3}["']?(?:~|\$HOME|\/)|["']?runOn["']?\s{0,3}:\s{0,3}["']folderOpen`,
      String.raw`git config[^\n]{0,60}(?:credential\.helper\s{1,3}["']?!|(?:filter|alias|core|pager|diff|merge)\.\S{2,30}\s{1,3}[^\n]{0,160}(?:curl|wget|\bnc\b|https?:))|url\.\S{3,80}\.insteadof\s{1,3}["']?https:\/\/github`,
    ),
    beside: [any(REACHES, String.raw`git push|\bscp\b|core\.hookspath|credential\.helper|insteadof`)],
    unless: /hooks\/\S{1,30}\.sample/,
  },
  {
    id: "agent files", rule: "edits_agent_files", what: "a change to an agent's own memory, instructions or settings",
    gate: [
      ".claude", ".codex", ".cursor", ".gemini", ".openclaw", "claude.md", "agents.md", "gemini.md", ".windsurfrules",
      ".clinerules", "copilot-instructions", "soul.md", "heartbeat.md", "memory.md", "identity.md", ".claude.json",
    ],
    shape: any(
      String.raw`(?:>{1,2}|\btee\b(?:\s-a)?|\bcp\s[^\n]{1,120}|\bsed -i[^\n]{1,120}|write_text|writeFile\w{0,4}\(|appendFile\w{0,4}\(|open\([^\n]{0,80}["'][aw]|add-content|set-content|out-file)[^\n]{0,40}(?:(?:~|\$HOME)\/\.(?:claude|codex|cursor|gemini|openclaw)|CLAUDE\.md|AGENTS\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|HEARTBEAT\.md|\.cursorrules|\.windsurfrules|\.clinerules|\.claude\/settings|\.claude\.json|copilot-instructions)`,
      String.raw`(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|SOUL\.md|MEMORY\.md|\.cursorrules|\.windsurfrules|\.claude\/settings(?:\.local)?\.json|settings\.json)["')]{0,3}[^\n]{0,20}(?:,\s{0,2}["'][aw]["']|\.write_text|\.open\(["'][aw])`,
      String.raw`\b(?:append|add|write|insert|put|füge|ergänze|trage|schreib\w{0,2}|añade|agrega|escribe|ajoute\w{0,2}|écri\w{1,3})\b[^\n]{0,160}(?:(?:~|\$HOME)\/\.(?:claude|codex|cursor|gemini)|(?:CLAUDE|AGENTS|GEMINI|SOUL|MEMORY|HEARTBEAT)\.md|\.cursorrules|\.windsurfrules|\.clinerules|copilot-instructions)[^\n]{0,200}(?:always|never|every|https?:|trust|without|in all|following|immer|jede|nie|siempre|cada|nunca|toujours|chaque|jamais)`,
      String.raw`(?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.cursorrules|MEMORY\.md)[^\n]{0,30}(?:追加|写入|添加|加入|末尾)|(?:追加|写入|添加|写进)[^\n]{0,30}(?:CLAUDE|AGENTS|GEMINI|\.cursorrules)`,
    ),
  },
  {
    id: "confirmation off", rule: "skips_confirmation", what: "working without the confirmation of the person in charge",
    gate: [
      "dangerously", "--yolo", "autoapprove", "auto_approve", "alwaysallow", "bypasspermissions",
      "danger-full-access", "approval_policy", "approval-policy", "trust-all-tools", "allow-all-tools",
      "enableallprojectmcp", "--admin", "--approve", "/protection", "rulesets", "event=approve", "defaultmode",
      '"allow"', "--yes-always", "without asking", "ohne zu fragen", "ohne nachfrage", "ohne rückfrage",
      "sin preguntar", "sin pedir", "sans demander", "无需确认", "不要询问", "无需询问", "不用确认", "never ask",
      "without confirmation", "do not ask",
    ],
    shape: any(
      String.raw`--dangerously-(?:skip|bypass|disable|auto|no)|--yolo\b|auto_?approve["']?\s{0,2}[:=]\s{0,2}(?:true|\[)|alwaysAllow["']?\s{0,2}:\s{0,2}\[|bypassPermissions|danger-full-access|approval[_-]policy\s{0,2}[ =]\s{0,2}["']?never|--trust-all-tools|--allow-all-tools|enableAllProjectMcpServers["']?\s{0,2}:\s{0,2}true|chat\.tools\.autoApprove|--yes-always`,
      String.raw`["']allow["']\s{0,2}:\s{0,2}\[[^\]\n]{0,200}["'](?:\*|Bash(?:\((?:\*|:\*|\*:\*)\))?)["']`,
      String.raw`\bgh pr (?:merge\b[^\n]{0,80}--admin|review\b[^\n]{0,80}--approve)|(?:-X|--method)\s{0,2}DELETE[^\n]{0,120}(?:\/protection|rulesets)|event=APPROVE|mr approve`,
      String.raw`\b(?:run|execute|delete|install|merge|push|pay|buy|book|order|approve|answer|accept|confirm|send|post|transfer|ausführen|lösch\w{1,4}|bestell\w{1,3}|ejecut\w{1,4}|compra|exécut\w{1,4}|achèt\w{1,4})\b[^.\n]{0,80}(?:without (?:asking|confirmation)|ohne (?:zu fragen|nachfrage|rückfrage)|sin (?:preguntar|pedir)|sans demander)|\b(?:never|do not|don't) ask (?:for|the user)[^.\n]{0,30}(?:permission|confirmation|approval|before)|(?:无需|不要|不用|无须)(?:确认|询问)`,
    ),
    unless:
      /\b(?:never|do not|don't|must not|nie|niemals|nicht|nunca|jamais)\b[^.\n]{0,60}(?:without (?:asking|confirmation)|ohne|sin preguntar|sans demander)/i,
  },
  {
    id: "data destroyed", rule: "destroys_data", what: DESTROYS,
    gate: [
      "rm ", "remove-item", "rimraf", "rmtree", "shred", "rd /s", "del /", "find ", "dd ", "mkfs", "wipefs",
      "blkdiscard", "format ", "vssadmin", "wbadmin", "shadowcopy", "tmutil", "s3 rb", "s3 rm", "gsutil",
      "drop database", "drop schema", "drop table", "truncate", "flushall", "dropdatabase", "--all", "--mirror",
      "restic", "borg", "zfs destroy", "cipher", "delete-db", "delete-backup", "delete-volume", "purge", "rclone",
      "lvremove", "filter-branch", "skip-final-snapshot", "diskpart", "dropdb", "delete_snapshot",
    ],
    shape: any(
      String.raw`\b(?:rm|remove-item|ri|rimraf|shred|srm|wipe|trash)\s[^\n|;]{0,60}?(?:-\w{0,6}[rRfu]\w{0,4}|--recursive|--no-preserve-root|-Recurse)\s[^\n|;]{0,60}?["']?${WHOLE}["']?(?=\s|$|["'${"`"};&|)])`,
      String.raw`\brm\s{1,3}-\w{0,4}r\w{0,4}\s[^\n|;]{0,80}(?:(?:backups?|snapshots?)\/?\*?|\.git\/?)(?=\s|$|["'${"`"};&|)])|\b(?:rd|del)\s{1,3}\/[sqf]\b[^\n]{0,30}[A-Z]:\\|rmtree\([^\n)]{0,40}(?:home|expanduser|["']\/["']|["']~)`,
      String.raw`\bfind\s{1,3}["']?${WHOLE}["']?\s[^\n]{0,120}(?:-delete\b|-exec(?:dir)?\s(?:rm|shred))`,
      String.raw`\bdd\b[^\n]{0,80}of=\/dev\/(?:sd|nvme|disk|hd|vd|mmc)|\bmkfs(?:\.\w{2,5})?\s[^\n]{0,30}\/dev\/|\b(?:wipefs|blkdiscard)\b|\bformat\s[a-z]:|\bdiskpart\b|cipher \/w:`,
      String.raw`vssadmin[^\n]{0,20}delete|shadowcopy[^\n]{0,10}delete|wbadmin delete|recoveryenabled no|deletelocalsnapshots|s3 rb\b[^\n]{0,80}--force|s3 rm\s{1,3}s3:\/\/[^\s/]{1,60}\/?\s[^\n]{0,40}--recursive|gsutil\b[^\n]{0,20}rm -r|--skip-final-snapshot|delete-backup|rclone purge`,
      String.raw`\bdrop\s{1,3}(?:database|schema)\s{1,3}(?!if exists\s{1,3}\w{0,20}(?:test|tmp|dev))|\bflushall\b|dropDatabase\(|\btruncate\b[^\n;]{0,60}cascade|delete\s{1,3}(?:ns|namespaces?|pvc?|all|deploy\w{0,8})\s[^\n]{0,40}--all\b`,
      String.raw`git push\b[^\n]{0,80}(?:--mirror[^\n]{0,40}(?:--force|-f\b)|--force[^\n]{0,40}(?:--all|--mirror))|filter-branch[^\n]{0,200}(?:rm|--env-filter)|restic forget[^\n]{0,80}(?:--keep-last[ =]?0|--unsafe)|dropdb\b[^\n]{0,60}--force|delete_snapshot|delete-db-snapshot|borg delete|zfs destroy -\w{0,3}r|lvremove -f`,
    ),
    unless: /\/(?:tmp|cache|node_modules|dist|build)\b|var\/lib\/apt|_test\b|test_|--dry-run/,
  },
  {
    id: "traces erased", rule: "erases_traces", what: "records of what happened that are erased or no longer kept",
    gate: [
      "histfile", "history", "/var/log", "auditd", "rsyslog", "wevtutil", "clear-eventlog", "journalctl",
      "stop-logging", "delete-trail", "delete-log-group", "histsize", "auditctl", "auditpol", "savenothing", "syslog",
      "audit_log", "audit.log", "falco", "osquery", "wazuh",
    ],
    shape: any(
      String.raw`unset\s{1,3}HISTFILE|HISTFILE=(?:\/dev\/null|["']{2}|\s|$)|HIST(?:FILE)?SIZE=0|\bhistory\s{1,3}-\w{0,2}c|set \+o history|HistorySaveStyle\s{1,3}SaveNothing|clear-history|(?:>|rm\s[^\n]{0,30}|shred\s[^\n]{0,30}|ln -s\w{0,2} \/dev\/null\s[^\n]{0,10})\s{0,3}~?\/?\S{0,20}\.\w{2,6}_history`,
      String.raw`(?:\brm\b|\btruncate\b|\bshred\b|(?:^|[;&|:\s])>\s?|\bsed -i\b)[^\n]{0,60}\/var\/log(?:\/(?:\*|auth|secure|audit|syslog|messages|wtmp|btmp|lastlog|journal)|\/?\s|\/?$)|wevtutil cl|clear-eventlog|remove-eventlog|journalctl\b[^\n]{0,40}--vacuum-(?:time|size)=\d{1,2}s?\b`,
      String.raw`(?:stop|disable|mask|kill|unload)\b[^\n]{0,40}(?:auditd|rsyslog|syslog|journald|falco|osquery|wazuh|filebeat|eventlog|sysmon)|(?:auditd|rsyslog|falco|osqueryd|wazuh\S{0,10})\s(?:stop|disable)|cloudtrail (?:stop-logging|delete-trail)|logs delete-log-group|auditctl\s{1,3}-(?:e 0|D)|auditpol \/clear`,
      String.raw`(?:delete\s{1,3}from|truncate(?:\s{1,3}table)?|update)\s{1,3}["'${"`"}[]?\w{0,20}audit\w{0,20}`,
    ),
  },
  {
    id: "checks off", rule: "switches_off_tls", what: WEAKENS,
    gate: [
      "node_tls_reject", "verify=false", "verify = false", "curl", "no-check-certificate", "sslverify",
      "ssl_no_verify", "stricthostkeychecking", "insecureskipverify", "rejectunauthorized", "strict-ssl",
      "skipcertificatecheck", "pythonhttpsverify", "cert_none", "check_hostname", "setenforce", "mppreference", "ufw",
      "iptables", "spctl", "csrutil", "netsh", "firewall", "apparmor", "verify_none", "servercertificate",
      "lsquarantine", "--insecure", "trustall", "clamav", "fail2ban", "executionpolicy", "verify_mode",
      "_create_unverified", "hostnameverifier", "--no-verify-ssl",
    ],
    shape: any(
      String.raw`NODE_TLS_REJECT_UNAUTHORIZED["']?\]?\s{0,3}[:=]\s{0,3}["']?0|\bverify\s{0,2}=\s{0,2}False|sslVerify["']?[\s=:]{1,3}["']?false|GIT_SSL_NO_VERIFY|InsecureSkipVerify:\s{0,3}true|rejectUnauthorized["']?\s{0,2}:\s{0,2}false|strict-ssl["']?[\s=:]{1,3}["']?false|SkipCertificateCheck|PYTHONHTTPSVERIFY|CERT_NONE|check_hostname\s{0,2}=\s{0,2}False|VERIFY_NONE|ServerCertificate(?:Custom)?Validation\w{0,10}|_create_unverified_context|--no-check-certificate|--no-verify-ssl|insecure-skip-tls-verify`,
      String.raw`\bcurl\b(?=[^\n]{0,200}[./$:])[^\n|;]{0,160}?\s(?:-[a-zA-Z]{0,6}k[a-zA-Z]{0,6}|--insecure|--proxy-insecure)(?=\s|$)`,
      String.raw`StrictHostKeyChecking[= ]["']?no\b|\bsetenforce 0|Set-MpPreference[^\n]{0,40}Disable|ExclusionPath|\bufw\s{1,3}(?:--force\s)?disable|iptables\s{1,3}-F\b|iptables[^\n]{0,20}-P INPUT ACCEPT|spctl --(?:master|global)-disable|csrutil disable|netsh[^\n]{0,40}state off|nft flush ruleset|(?:stop|disable|mask|remove|purge|uninstall)\s[^\n]{0,40}(?:firewalld|ufw|apparmor|clamav|fail2ban|windefend|crowdstrike|gatekeeper|kyverno)|LSQuarantine|NetFirewallProfile[^\n]{0,60}-Enabled False|aa-teardown`,
    ),
    unless:
      /https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1|10\.|192\.168\.)|-\w{0,4}[vI]\w{0,3}\s[^\n]{0,40}https|-o \/dev\/null/,
  },
  {
    id: "shell handed out", rule: "remote_control", what: CONTROLS,
    gate: [
      "/dev/tcp", "/dev/udp", "nc ", "ncat", "netcat", "socat", "dup2", "tcpclient", "fsockopen", "xmrig", "stratum+",
      "minerd", "cpuminer", "ethminer", "nicehash", "--coin", "donate-level", "authorized_key", "ttyd", "gotty",
      "tmate", "sshx", "mkfifo", "pty.spawn", "coinhive", "lolminer", "nbminer", "t-rex", "ssh-copy-id", "randomx",
      "kawpow", "$_get", "$_post", "$_request", "webshell", "meterpreter",
    ],
    shape: any(
      String.raw`\/dev\/(?:tcp|udp)\/(?!localhost|127\.|\$\{?HOST|host)[^\s"']{3,80}`,
      String.raw`\b(?:nc|ncat|netcat)\b[^\n]{0,80}(?:\s-\w{0,5}[ec]\s{0,2}\S{0,20}(?:sh|cmd|powershell)|--(?:sh-)?exec)|\bsocat\b[^\n]{0,160}(?:exec|system):|mkfifo[^\n]{0,120}\bnc\b|pty\.spawn|dup2\([^\n]{0,60}fileno|\bfsockopen\b[^\n]{0,80}proc_open|(?:ttyd|gotty|tmate|sshx)\s{1,3}(?:-|\w)`,
      String.raw`\bxmrig\b|stratum\+(?:tcp|ssl)|\bminerd\b|cpuminer|ethminer|nicehash|lolminer|nbminer|--donate-level|coinhive|--algo[= ](?:kawpow|ethash|randomx|rx\/0|cryptonight)|--coin[= ]\w`,
      String.raw`(?:>{1,2}|tee(?:\s-a)?|curl|echo|append|writeFile\w{0,4}|write|add|füge|añade|ajoute\w{0,2}|trage|追加|写入|添加)[^\n]{0,240}authorized_keys|authorized_keys[^\n]{0,80}(?:https?:|追加|\.write|append)|^\s{0,20}(?:ansible\.posix\.)?authorized_key:`,
      String.raw`\b(?:system|exec|shell_exec|passthru|eval|popen)\s{0,2}\(\s{0,3}\$_(?:GET|POST|REQUEST|COOKIE|SERVER)`,
    ),
    unless: /detect|sigma|falco|\bsed\b[^\n]{0,60}\/d|chmod 6|grep/i,
  },
  {
    id: "access granted", rule: "grants_access", what: OPENS,
    gate: [
      "useradd", "usermod", "adduser", "net user", "localgroup", "nopasswd", "chmod", "administratoraccess",
      "roles/owner", "roles/editor", "allusers", "allauthenticated", "cluster-admin", "collaborators/", "deploy-key",
      "visibility", "npm owner", "npm access", "owner add", "grant all", "superuser", "permitrootlogin",
      "permitemptypasswords", "0.0.0.0", "assumerole", "principal", "ngrok", "cloudflared", "ssh ", "autossh",
      "create-access-key", "sysadmin", "role assignment", "add-iam-policy", "bore ", "chpasswd", "system:anonymous",
      "system:unauthenticated", "memberships/", "invitations", "frpc", "chisel", "tailscale", "publicread",
      "public-read", "sharing", "acl", "new-inboxrule", "inboxrule", "forwardto", "write-all", "security-group",
      "anyone",
    ],
    shape: any(
      String.raw`\b(?:useradd|usermod|adduser)\b[^\n]{0,80}(?:sudo|wheel|root\b|-ou? 0)|net\s{1,3}(?:user|localgroup)\b[^\n]{0,80}\/add|NOPASSWD|\bchmod\s{1,3}(?:[ug]\+s|[246]7\d\d|0?[67]77 \/(?:etc)?)|chpasswd|:0:0:`,
      String.raw`AdministratorAccess|roles\/(?:owner|editor)\b|add-iam-policy-binding[^\n]{0,160}(?:allUsers|user:)|allUsers|allAuthenticatedUsers|role assignment create[^\n]{0,160}(?:Owner|Contributor)|create-access-key|public-read-write|Principal["']?\s{0,3}[:=]\s{0,3}\{?\s{0,3}(?:["']?AWS["']?\s{0,3}[:=]\s{0,3})?\[?["']\*["']`,
      String.raw`clusterrolebinding[^\n]{0,160}cluster-admin|name:\s{0,3}["']?cluster-admin|system:(?:anonymous|unauthenticated)|--anonymous-auth=true`,
      String.raw`collaborators\/\S|repo deploy-key add|--visibility[= ]public|memberships\/\S|npm (?:owner add|access grant)|gem owner -a|permissions:\s{0,3}write-all|ssh-key add|New-InboxRule|Set-Mailbox[^\n]{0,80}Forward`,
      String.raw`\bgrant\s{1,3}all\b[^\n;]{0,120}(?:%|with grant option|to public|superuser)|\b(?:create|alter)\s{1,3}(?:user|role)\b[^\n;]{0,80}superuser|PermitEmptyPasswords yes|PermitRootLogin yes|sp_addsrvrolemember|host\s{1,8}all\s{1,8}all\s{1,8}(?:0\.0\.0\.0\/0|::\/0)\s{1,8}trust`,
      String.raw`\b(?:ssh|autossh)\s[^\n]{0,60}-\w{0,6}R\s{0,2}\S{0,40}:|ngrok\s{1,3}(?:tcp|http)|cloudflared\s{1,3}tunnel\s[^\n]{0,40}--url|bore local|chisel client[^\n]{0,60}R:|\bfrpc\b|tailscale funnel`,
      String.raw`authorize-security-group-ingress[^\n]{0,160}0\.0\.0\.0\/0|source[_-]?ranges[^\n]{0,20}0\.0\.0\.0\/0|(?:--bind_ip|--noauth|--protected-mode no|tcp:\/\/0\.0\.0\.0:2375|--bind_ip_all)`,
    ),
    unless: /Deny["']|localhost:\d{2,5}\s{0,3}$/,
  },
  {
    id: "sandbox left", rule: "leaves_sandbox", what: "a container that holds the whole machine",
    gate: [
      "--privileged", "privileged:", "docker", "podman", "nsenter", "hostpid", "hostpath", "pid: host", "--pid",
      "cap_sys_admin", "sys_admin", "source: /", "/:/",
    ],
    shape: any(String.raw`(?:-v|--volume|--mount)[ =]["']?(?:\/:|type=bind,(?:source|src)=\/,|(?:~|\$HOME|\/root|\/home)\/?:)|--pid[= ]host|nsenter[^\n]{0,40}(?:-t|--target)[ =]?1\b|--privileged\b[^\n]{0,160}|hostPID:\s{0,2}true|hostPath["']?:\s{0,3}\{?\s{0,3}["']?path["']?:\s{0,3}["']?\/["']?\s{0,3}[,}]|-\s{1,3}["']?\/:\/[\w/]|privileged:\s{0,2}true|SYS_ADMIN`),
    unless: /qemu|binfmt|dind\b|docker:.{0,10}dind/,
  },
  {
    id: "foreign packages", rule: "foreign_packages", what: "packages from a source that anyone may fill",
    gate: [
      "index-url", "trusted-host", "registry", "allow-unauthenticated", "nogpgcheck", "no-gpg-check",
      "allow-untrusted", "trusted=yes", "gonosum", "gosumdb", "goinsecure", "-replace", "replace-with",
      "--allow-insecure", "allow-downgrade", "skippublishercheck", "secure-http", ".vsix", "mirrorof", "gpgcheck=0",
      "--nosignature", "siglevel", "--find-links", "--source", "source add", "repositories",
    ],
    shape: any(
      String.raw`(?:--(?:extra-)?index-url|(?:extra-)?index[-_]url|--find-links)["']?\s{0,3}[ =:]\s{0,3}["']?${OUTSIDE}(?!(?:test\.)?pypi\.org|download\.pytorch\.org|pypi\.nvidia\.com|[\w.-]{1,60}\.pkg\.dev|[\w.-]{1,40}(?:mirrors?|tuna)\b)|--trusted-host|trusted-host\s{0,2}=`,
      String.raw`\bregistry["']?\s{0,3}[ =:]\s{0,3}["']?${OUTSIDE}(?!registry\.(?:npmjs|yarnpkg)|npm\.pkg\.github\.com|registry\.npmmirror|pkgs\.dev\.azure|[\w.-]{0,40}(?:jfrog|artifactory|nexus|internal|corp))`,
      String.raw`--allow-unauthenticated\b(?![^\n]{0,60}(?:run|functions))|--nogpgcheck|--no-gpg-checks?|--allow-untrusted|\[[^\]\n]{0,40}trusted=yes|--allow-insecure-repositories|gpgcheck=0|--nosignature|SigLevel\s?=\s?Never|GONOSUM\w{2,6}=|GOSUMDB=["']?off|GOINSECURE=|SkipPublisherCheck|"secure-http"\s{0,3}:\s{0,3}false`,
      String.raw`go mod edit[^\n]{0,12}-replace[= ]["']?[\w./-]{5,80}=(?!\.|\/)[\w.-]{3,60}\.\w|--install-extension\s\S{1,120}\.vsix|"[@\w./-]{2,60}"\s{0,3}:\s{0,3}"(?:git\+)?${OUTSIDE}(?!github\.com|gitlab\.com|registry\.npmjs)[^"\n]{1,200}\.(?:tgz|tar\.gz|git)`,
    ),
    unless:
      /localhost|127\.0\.0\.1|<[\w -]{1,40}>|gcloud (?:run|functions)|\.(?:corp|internal|local)\b|artifactory|nexus|codeartifact/i,
  },
  {
    id: "door for one value", rule: "back_door", what: "a weakness that is to be built into the code",
    gate: ["===", "==", ".equals("],
    shape: any(String.raw`(?:headers?|query|cookies?|params?|args|get|password|passwd|pass\b|pwd|hash\w{0,8}\([^\n]{0,40}\)|sha\d{0,3}\([^\n]{0,60}\)|digest\(\))[^\n=]{0,40}(?:={2,3}|\.equals\()\s{0,3}(?:["'][^"'\n]{3,60}["']|[A-Z][A-Z0-9_]{2,40}\b)`),
    beside: [any(String.raw`super_?admin|find_?admin|["'](?:admin|root|owner|superuser)["']|is_?admin\s{0,3}=|admins?\[|MASTER|bcrypt\.compare|check_password`)],
    unless: /expect\(|assert|\btest\(|describe\(/,
    only: "code",
  },
  {
    id: "pipeline secrets", rule: "prints_secrets", what: "secrets of a pipeline that are printed or passed on",
    gate: ["secrets.", "pull_request_target", "ci_debug_trace", "_token", "_password", "_secret", "_key"],
    shape: any(
      String.raw`(?:echo|printf|print|println)\b[^\n]{0,80}(?:\$\{\{\s{0,2}secrets\.|\$\{?[A-Z_]{0,30}(?:TOKEN|PASSWORD|SECRET|_KEY)\b)[^\n]{0,60}\|\s{0,3}(?:base64|rev|xxd|sed|tr|fold|od)`,
      String.raw`CI_DEBUG_TRACE["']?\s{0,2}[:=]|pull_request_target[^\n]{0,10}$`,
    ),
    beside: [any(String.raw`base64|\brev\b|xxd|\bsed\b|\btr\b|\bfold\b|\bod\b|head\.(?:sha|ref)|CI_DEBUG_TRACE`)],
  },
  {
    id: "instructions fetched", rule: "remote_instructions", what: "instructions that are fetched from an address and obeyed",
    gate: ["http", "gist", "that page", "the page"],
    shape: any(
      String.raw`\b(?:fetch|read|load|open|get|visit|download|retrieve|check|poll|query|pull|ask|curl|call)\b[^\n]{0,120}(?:https?:\/\/|\burl\b|\bpage\b|\bgist\b)[^\n]{0,160}\b(?:follow|obey|execute|carry out|do (?:what|whatever|exactly|as)|act on|apply|run|treat|perform|comply)\b[^\n]{0,60}(?:instruction|command|order|it says|says|contain|told|response|reply|directive|prompt|whatever)`,
      String.raw`\b(?:follow|obey|execute|carry out|do whatever|act on|run)\b[^.\n]{0,80}(?:instruction|command|order|step|directive|prompt|whatever)\w{0,2}[^.\n]{0,80}\b(?:at|from|in|on|of|by)\b[^\n]{0,40}(?:https?:\/\/|that page|the page|the gist)`,
      String.raw`\b(?:lade|lies|öffne|rufe?|hole?|frage?|prüfe?)\b[^\n]{0,160}https?:\/\/[^\n]{0,160}(?:befolg\w{1,3}|führe|ausführ\w{1,3}|gehorch\w{1,3}|Anweisung|Befehl|tue? was|umsetz\w{1,3})`,
      String.raw`\b(?:lee|abre|carga|descarga|consulta|obtén|visita|pide)\b[^\n]{0,160}https?:\/\/[^\n]{0,160}(?:sigue|ejecuta|obedece|cumple|instruccion|órden|haz lo)`,
      String.raw`\b(?:lis|ouvre|charge|télécharge|consulte|récupère|visite|lire|ouvrez|lisez|chargez|consultez)\b[^\n]{0,160}https?:\/\/[^\n]{0,160}(?:suis|suivre|suivez|exécute|applique|obéi|instruction|ordres|fais ce)`,
      String.raw`(?:读取|打开|访问|获取|下载|请求|查询)[^\n]{0,120}https?:\/\/[^\n]{0,120}(?:执行|照做|遵循|遵照|服从|按照|指令|命令)|(?:执行|遵循|按照)[^\n]{0,40}https?:\/\/[^\n]{0,80}(?:指令|命令|内容|步骤)`,
    ),
    only: "prose", unless: /^\s{0,3}(?:never|do not|don't|nie|nunca|ne)\b/i,
  },
  {
    id: "hidden from the person", rule: "conceals_from_user", what: "hiding something from the person in charge",
    gate: [
      "tell", "mention", "inform", "notify", "silently", "secretly", "covertly", "quietly", "notice", "hide",
      "heimlich", "unbemerkt", "erwähn", "stillschweigend", "verschweig", "merk", "sag", "zeig", "sin avisar",
      "sin decir", "sin que", "menciones", "digas", "avises", "informes", "en silencio", "discret", "sans ",
      "mentionne", "insu", "préviens", "dis ", "parle", "signale", "montre", "告诉", "提及", "告知", "通知", "悄悄", "偷偷", "瞒着",
      "隐瞒", "察觉", "提到", "说明", "show", "reveal", "report", "log", "word", "silent",
    ],
    shape: any(
      String.raw`\b(?:do not|don['’]?t|never|without|no need to|need not|must not|should not|avoid)\s{1,3}(?:\w{1,12}\s){0,2}?(?:tell|mention|inform|notify|alert|telling|mentioning|informing|notifying|reveal|revealing|disclose|disclosing)\b(?:ing)?[^.\n]{0,50}\b(?:user|owner|human|person|developer|team|customer|client|admin|reviewer|anyone|anybody|them|him|her|it|this|that|summary|report|reader|auditor|operator|maintainer|colleague)`,
      String.raw`\b(?:keep|hide|conceal|leave)\b[^.\n]{0,60}(?:from the (?:user|owner|human|developer|customer|team|admin|reviewer|summary|report|log|person)|out of the (?:summary|report|log|answer|changelog|conversation))|(?:so that|ensure|make sure)[^.\n]{0,40}(?:nobody|no one|user|owner|team|reviewers?|they|he|she)\s(?:\w{1,10}\s){0,3}(?:notices?|sees?|learns?|knows?|finds? out|not notice)|without (?:the |their |anyone|anybody)(?:\w{1,12}['’]?s?\s){0,2}(?:knowing|noticing|knowledge)|behind (?:the|their) (?:user|owner|back)`,
      String.raw`\b(?:secretly|covertly)\b|\b(?:silently|quietly)\s(?:send|upload|post|install|copy|record|forward|insert|append)`,
      String.raw`\b(?:ohne)\b[^.\n]{0,60}\b(?:zu (?:sagen|erwähnen|informieren|fragen|melden)|Wissen|(?:dass|daß) (?:es )?(?:der|die|jemand)\b[^.\n]{0,40}(?:merkt|bemerkt|sieht|erfährt))|\b(?:heimlich|unbemerkt|stillschweigend|verschweig\w{0,3})\b|(?:nicht|nie|nichts|niemals|kein\w{0,2})\b[^.\n]{0,40}\b(?:erwähn\w{1,3}|informier\w{1,3}|mitteil\w{1,3}|verrat\w{0,3})|\b(?:erwähne|sag|sage|informiere|zeige|melde|verrate|teile)\b[^.\n]{0,60}\b(?:nicht|nichts|nie|niemandem)\b`,
      String.raw`\bsin\s(?:avisar|decir|que (?:el|la|nadie|lo|se)\b[^.\n]{0,30}(?:sepa|note|vea|entere|dé cuenta)|informar|mencionar|comentar)|\bno\s(?:le\s|se\s|lo\s|les\s)?(?:digas|menciones|avises|informes|muestres|comentes|cuentes|diga|mencione|avise|reveles)\b|a escondidas|en secreto|en silencio|disimul\w{1,5}`,
      String.raw`\bsans\s(?:prévenir|le dire|le signaler|en parler|informer|mentionner|avertir|que (?:l['’]|le|la|personne)\b[^.\n]{0,40}(?:sache|voie|remarque))|\bn['’e]\s?(?:en\s|le\s|lui\s|la\s|les\s)?(?:dis|dites|mentionne\w{0,2}|préviens|prévenez|informe\w{0,2}|signale\w{0,2}|parle\w{0,2}|montre\w{0,2}|révèle\w{0,2})\b[^.\n]{0,30}\b(?:pas|rien|jamais|personne)|à l['’]insu|en cachette|discrètement|en secret`,
      String.raw`(?:不要|别|不得|无需|不必|切勿|勿|不用|不)[^。，\n]{0,10}(?:告诉|提及|告知|通知|提到|说明|透露|显示|提示)|悄悄|偷偷|瞒着|暗中|隐瞒|(?:不让|以免|避免)[^。\n]{0,16}(?:知道|察觉|发现|注意|看到)|(?:用户|主人|对方)[^。\n]{0,10}(?:不知情|不会察觉|不会注意)`,
    ),
    only: "prose",
  },
  {
    id: "hidden instructions", rule: "hidden_instructions", what: "instructions where no reader sees them",
    gate: [
      "<!--", "[//]:", "[comment]:", "display:none", "display: none", "font-size:0", "font-size: 0", "visibility",
      "opacity", "color:white", "color:#fff", "color: white", "color: #fff", "transparent", "hidden",
    ],
    shape: any(
      String.raw`(?:<!--|\[(?:\/\/|comment)\]:)[^\n]{0,400}(?:\b(?:agents?|assistants?|AI|LLMs?|model|claude|gpt|copilot|KI|IA|asistente|modelo|modèle|you (?:must|should)|your instructions|system prompt)\b|助手|智能体|模型|代理)[^\n]{0,400}`,
      String.raw`<[a-z]{1,12}\s[^<>\n]{0,200}(?:display\s{0,2}:\s{0,2}none|font-size\s{0,2}:\s{0,2}0|visibility\s{0,2}:\s{0,2}hidden|opacity\s{0,2}:\s{0,2}0(?![.\d])|color\s{0,2}:\s{0,2}(?:white|#fff(?:fff)?|transparent)\b)[^<>\n]{0,100}>`,
    ),
    only: "prose",
  },
];
