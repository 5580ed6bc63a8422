/** One row of the table of risks: what a text makes an agent able to do. */
export type RiskRow = {
  /** Unique, for the tests: each row has a sample that only it matches. */
  id: string;
  /** Stable snake_case id, shown to readers. Several rows may share it. */
  rule: string;
  /** A description to follow "the skill has". */
  what: string;
  /** Lower-case literals of two or more characters; a line without one of them is not tried. Those of letters begin a word. */
  gate: readonly string[];
  /** Tried on a line of code, or on a paragraph. Every repeat is bounded. */
  shape: RegExp;
  /** Each must occur in the same block too, or in one of the two code blocks around it. */
  beside?: readonly RegExp[];
  /** The line or paragraph does not count if it matches this. */
  unless?: RegExp;
  /** A further condition; `near` is the block with the two code blocks around it. */
  check?: (line: string, near: string) => boolean;
  /** Only in code blocks, or only in sentences. */
  only?: "code" | "prose";
  /** If the line names only addresses of known installers, it is that label and no risk. */
  installer?: true;
};

/** A pattern in parts, which are joined; case-insensitive. */
export function any(...parts: string[]): RegExp {
  return new RegExp(parts.join("|"), "i");
}

/** An http address outside of this machine and its network. */
export const OUTSIDE = String.raw`https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[::1|10\.|192\.168\.|host\.docker|[\w-]{1,40}(?:[:/]|$))`;

/** Places of keys, passwords and browser data. */
export const STORE = [
  String.raw`\.ssh\/(?:id_|\*|["'\s)]|$)|\bid_(?:rsa|ed25519|ecdsa)\b|\.ssh["'\s)]|\.aws(?:\/(?:credentials|sso|\*)|["'\s)])`,
  String.raw`\.git-credentials|\.netrc\b|\.pgpass|\.gnupg\b|\.docker\/config\.json|application_default_credentials|\.config\/(?:gcloud|gh\b|hub\b|op\b|solana|google-chrome|chromium|rclone)`,
  String.raw`\.azure\/|login data|cookies\.sqlite|logins\.json|key[34]\.db|user data[\\/]{1,2}default|\.mozilla|google[\\/]{1,2}chrome|(?:application support|library)\/(?:google|firefox|brave|keychains)|login\.keychain`,
  String.raw`\/etc\/shadow|\/proc\/[\w*$]{1,8}\/environ|\.vault-token|\.password-store|\.kdbx|wallet\.dat|\.electrum|exodus|metamask|\.bitcoin|\.ethereum|keystore\/utc`,
  String.raw`\.kube\/config|\.npmrc\b|\.pypirc|\.cargo\/credentials|\.terraform\.d\/credentials|\.claude\/\.credentials|\.codex\/auth\.json|(?:bash|zsh)_history|local storage\/leveldb|tdata\b|\.config\/stripe|keyrings\/`,
].join("|");

// biome-ignore format: the words fill their lines
export const STORE_WORDS = [
  ".ssh", "id_rsa", "id_ed25519", "id_ecdsa", ".aws", ".git-credentials", ".netrc", ".pgpass", ".gnupg",
  ".docker/config.json", "application_default_credentials", ".config/", ".azure/", "login data", "cookies.sqlite",
  "logins.json", "key4.db", "key3.db", "user data", ".mozilla", "google/chrome", "google\\", "application support",
  "keychain", "/etc/shadow", "/environ", ".vault-token", ".password-store", ".kdbx", "wallet.dat", ".electrum",
  "exodus", "metamask", ".bitcoin", ".ethereum", ".kube/config", ".npmrc", ".pypirc", ".cargo/credentials",
  ".terraform.d", ".claude/.credentials", ".codex/auth", "_history", "leveldb", "tdata", "keyrings/",
];
