import { PRIVATE_PATH, SECRET_PATH, TREE_PATH } from "@/lib/text/safety/skill/taint";

/** The kinds of path target that the rules distinguish. */
export type PathKind =
  | "secret"
  | "mounted secret"
  | "environment file"
  | "history"
  | "agent file"
  | "own agent file"
  | "hook"
  | "start-up file"
  | "log"
  | "root"
  | "home"
  | "repository"
  | "private"
  | "";

type PathRow = { kind: PathKind; parts: readonly string[]; besides?: RegExp };

/** Parts of paths (lower case, forward slashes); the first matching row determines the kind. */
const rows: readonly PathRow[] = [
  {
    kind: "start-up file",
    parts: [
      "authorized_keys",
      ".bashrc",
      ".zshrc",
      ".profile",
      ".bash_profile",
      ".zprofile",
      ".zshenv",
      "/etc/profile",
      "/etc/rc.local",
      "/etc/cron",
      "/var/spool/cron",
      "library/launchagents",
      "library/launchdaemons",
      "systemd/user/",
      "/etc/systemd/system",
      "/lib/systemd/system",
      ".config/autostart",
      "start menu/programs/startup",
      "currentversion/run",
      "/etc/ld.so.preload",
      "$profile",
      "config.fish",
      "sitecustomize.py",
      "/etc/sudoers",
      "/etc/init.d/",
    ],
  },
  { kind: "hook", parts: [".git/hooks/", "core.hookspath", ".githooks/", ".husky/"], besides: /\.sample$/ },
  {
    kind: "secret",
    parts: [
      ".ssh/id",
      ".aws/credentials",
      ".aws/sso/cache",
      ".git-credentials",
      ".pgpass",
      ".my.cnf",
      ".gnupg",
      ".docker/config.json",
      "application_default_credentials",
      "gcloud/credentials",
      "gcloud/legacy_credentials",
      ".azure/",
      "login data",
      "cookies.sqlite",
      "logins.json",
      "key4.db",
      "key3.db",
      "user data/default",
      "google/chrome/",
      "application support/google",
      "application support/firefox",
      "application support/brave",
      "bravesoftware",
      ".mozilla/firefox",
      ".config/google-chrome",
      ".config/chromium",
      "gh/hosts",
      ".config/hub",
      "glab-cli/config",
      ".m2/settings",
      ".composer/auth.json",
      ".gradle/gradle.properties",
      ".bundle/config",
      ".huggingface/token",
      ".cache/huggingface/token",
      ".config/containers/auth.json",
      ".config/doctl",
      ".oci/config",
      ".wrangler/",
      ".config/stripe",
      "sops/age/keys",
      "nuget/nuget.config",
      ".yarnrc.yml",
      ".config/configstore",
      ".fly/config",
      ".vercel/auth",
      ".local/share/com.vercel",
      ".jupyter/jupyter_server_config",
      ".databrickscfg",
      ".snowflake",
      ".dbt/profiles",
      ".rediscli_auth",
      "thunderbird/profiles",
      ".thunderbird/",
      "signal/config.json",
      ".purple/accounts",
      ".config/filezilla",
      ".config/gcloud",
      "atomic/local storage",
      "ledger live",
      ".monero/",
      ".config/solana",
      "phantom",
      ".local/share/kwalletd",
      "keychain.db",
      "wallet.dat",
      ".electrum/",
      "exodus.wallet",
      "electrum/wallets",
      ".bitcoin/",
      ".ethereum/keystore",
      "solana/id.json",
      "metamask",
      "nkbihfbeogaeaoehlefnkodbefgpgknn",
      "bfnaelmomeimhlpmgjnjophhpkkoljpa",
      "login.keychain",
      "library/keychains",
      "keychain-db",
      "/etc/shadow",
      "/proc/self/environ",
      "/proc/1/environ",
      "/proc/*/environ",
      ".vault-token",
      ".terraform.d/credentials",
      ".terraformrc",
      ".cargo/credentials",
      ".gem/credentials",
      ".config/op/",
      ".password-store",
      "keyrings/",
      ".kdbx",
      "1password",
      "bitwarden",
      "ntds.dit",
      "config/sam",
      "/credentials.json",
      ".config/rclone",
      ".boto",
      ".s3cfg",
      ".claude/.credentials",
      ".codex/auth.json",
      ".gemini/oauth",
      "microsoft/credentials",
      "microsoft/protect",
      ".local/share/keyrings",
      "telegram desktop/tdata",
      "discord/local storage",
      "slack/cookies",
      "local storage/leveldb",
      ".npmrc",
      ".pypirc",
      ".netrc",
      "_netrc",
      ".kube/config",
      "id_rsa",
      "id_ed25519",
      "id_ecdsa",
    ],
    besides: /\.pub$|known_hosts|authorized_keys|\.ssh\/config$|example|sample|template/,
  },
  // Secrets mounted for a container's own use: reading them is ordinary, sending them is not.
  { kind: "mounted secret", parts: ["/run/secrets/"] },
  { kind: "history", parts: ["_history"] },
  {
    kind: "own agent file",
    parts: [
      "~/.claude",
      "$home/.claude",
      "~/.codex",
      "$home/.codex",
      "~/.cursor",
      "$home/.cursor",
      "~/.gemini",
      "$home/.gemini",
      "~/.openclaw",
      "~/.config/opencode",
      ".claude/settings",
      ".claude/hooks",
      ".claude.json",
      ".cursor/mcp.json",
      ".codex/config.toml",
      "soul.md",
      "heartbeat.md",
      "identity.md",
      "memory.md",
    ],
  },
  {
    kind: "agent file",
    parts: [
      "claude.md",
      "agents.md",
      "gemini.md",
      ".cursorrules",
      ".windsurfrules",
      ".clinerules",
      "copilot-instructions.md",
      ".cursor/rules",
      ".claude/",
    ],
  },
  {
    kind: "log",
    parts: ["/var/log", "/audit", "audit.log", "auth.log", "access.log", "utmp", "wtmp", "lastlog", "syslog", "winevt"],
  },
  { kind: "private", parts: ["/etc/passwd", "/etc/hosts", "library/messages", "library/mail", "chat.db"] },
];

const PATH_SIGN = /[./\\~$%_]/;
/** Checked first, because most words are not relevant paths. */
const ANY_PART = new RegExp(
  rows.flatMap(({ parts }) => parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("|"),
);

/** The kind of a path's target. `text` may be any word; for other words the result is "". */
export function kindOfPath(text: string): PathKind {
  if (text.length > 300 || !PATH_SIGN.test(text)) return "";
  const path = text
    .replaceAll("\\", "/")
    .toLowerCase()
    .replace(/^file:\/\//, "");
  if (/^(?:https?|s3|gs):/.test(path)) return "";
  if (isEnvironmentFile(path)) return "environment file";
  if (ANY_PART.test(path))
    for (const { kind, parts, besides } of rows)
      if (parts.some((part) => path.includes(part)) && !besides?.test(path)) return kind;
  if (/(?:^|\/)\.ssh\/?\*?$/.test(path)) return "secret";
  if (/(?:^|\/)\.aws\/?\*?$/.test(path)) return "secret";
  if (/^(?:[a-z]:)?\/\*?$|^--no-preserve-root$/.test(path)) return "root";
  if (
    /^(?:\/(?:etc|usr|var|home|boot|bin|lib|opt|root|users|srv|mnt|data|volumes)|c:\/(?:windows|users))\/?\*?$/.test(
      path,
    )
  )
    return "root";
  if (HOME.test(path) && path.replace(HOME, "").replace(/^\/?\*?$/, "") === "") return "home";
  if (/(?:^|\/)\.git\/?$/.test(path)) return "repository";
  if (
    HOME.test(path) &&
    /\/(?:documents|desktop|downloads|pictures|library|projects|notes|mail)\b|\.(?:docx?|xlsx?|pdf|txt|md)$|\/\*\*\/|\/\*\.\w/.test(
      path,
    )
  )
    return "private";
  return "";
}

/** The taint of a word that names a path. */
export function taintOfPath(text: string): number {
  const kind = kindOfPath(text);
  if (kind === "secret" || kind === "mounted secret" || kind === "environment file" || kind === "history")
    return SECRET_PATH;
  if (kind === "private" || kind === "home" || kind === "root") return PRIVATE_PATH;
  if (
    /^(?:\.|\.\/|\.\/?\*|\$pwd|\$\(pwd\)|\$\{?github_workspace\}?|\/workspaces?|\/github\/workspace|src\/?|\.git)$/i.test(
      text,
    )
  )
    return TREE_PATH;
  return 0;
}

const HOME =
  /^(?:~|\$home|\$\{home\}|\$env:userprofile|%userprofile%|%appdata%|\/home\/[^/]{1,40}|\/users\/[^/]{1,40}|\/root)(?=\/|$)/;

function isEnvironmentFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return /^\.env(?:\.(?:local|production|prod|development|dev|staging|\*))?\*?$/.test(name);
}
