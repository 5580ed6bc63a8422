import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";

const HOME_OR_ROOT = String.raw`(?:\/|~\/?|\$\{?HOME\}?\/?|\$env:USERPROFILE|%USERPROFILE%|[A-Za-z]:[\\/]{1,2}|\/(?:etc|usr|var|home|boot|bin|lib|opt|root|Users|srv|mnt|data)\/?|(?:~|\$HOME)\/(?:Documents|Desktop|Pictures|Downloads|Library|projects|code|src|work|\.config|\.ssh)\/?)`;
const WHOLE = new RegExp(`(?:^| )${HOME_OR_ROOT}\\*?(?= |$)`, "i");
const destroys = "a command that wipes a disk, a home folder, backups or a database";
const blinds = "records of what happened that are erased or no longer kept";
const REMOVE = ["rm", "remove-item", "ri", "rd", "rmdir", "del", "erase", "shred", "srm", "rimraf", "trash", "wipe"];

/** Data, backups and records that a command destroys. */
export const destructionRules: readonly CommandRule[] = [
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
];
