import type { CommandRule } from "@/lib/text/safety/skill/shell/command-rule";

const destroys = "a command that wipes a disk, a home folder, backups or a database";
const weakens = "switching off the check of certificates, host keys or other defences";
const swaps = "packages from a source that anyone may fill";
const skips = "working without the confirmation of the person in charge";

/** Defences that a command disables, and packages from unchecked sources. */
export const defenceRules: readonly CommandRule[] = [
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
    // Without an address, the option is only mentioned.
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
];
