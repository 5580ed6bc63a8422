/** The concept of a word or phrase, identical in all languages. `isVerb` distinguishes verbs. */
export type Concept =
  // Verbs: actions.
  | "read"
  | "take"
  | "send"
  | "put"
  | "run"
  | "get"
  | "obey"
  | "delete"
  | "off"
  | "hide"
  | "tell"
  | "ask"
  | "write"
  | "grant"
  | "install"
  | "record"
  | "pretend"
  | "replace"
  | "approve"
  | "pay"
  | "show"
  | "expose"
  | "change"
  | "encrypt"
  // Things.
  | "cred"
  | "env"
  | "talk"
  | "source"
  | "files"
  | "clipboard"
  | "keychain"
  | "browser"
  | "wallet"
  | "pipeline"
  | "watched"
  | "logs"
  | "approval"
  | "human"
  | "outside"
  | "query"
  | "orders"
  | "program"
  | "backdoor"
  | "memory"
  | "startup"
  | "protection"
  | "masking"
  | "everything"
  | "backups"
  | "data"
  | "account"
  | "admin"
  | "stranger"
  | "money"
  | "address"
  | "message"
  | "urgent"
  | "trusted"
  | "login"
  | "package"
  | "server"
  | "personal"
  | "image"
  | "check"
  | "generated"
  | "public"
  | "session"
  | "miner"
  | "remoteaccess"
  | "tests"
  | "hook"
  | "container"
  | "result"
  | "yes"
  // Nouns that contain a word of another concept but have no concept here.
  | "plain"
  // Manners.
  | "unseen"
  | "quiet"
  | "bypass"
  | "override"
  | "self"
  | "encoded"
  | "following"
  | "ownmemory"
  | "everywhere"
  | "unasked"
  | "all"
  | "anyone"
  | "outranks"
  | "agreed"
  // Words that frame a sentence.
  | "not"
  | "villain"
  | "detect"
  | "refused"
  | "might"
  | "past"
  | "urge"
  | "only"
  | "secret";

/**
 * Phrases of one language by concept: separated by commas, without accents; a word that ends in `*` matches by prefix.
 */
export type Lexicon = Partial<Record<Concept, string>>;

export const verbs: ReadonlySet<Concept> = new Set<Concept>([
  "read",
  "take",
  "send",
  "put",
  "run",
  "get",
  "obey",
  "delete",
  "off",
  "hide",
  "tell",
  "ask",
  "write",
  "grant",
  "install",
  "record",
  "pretend",
  "replace",
  "approve",
  "pay",
  "show",
  "expose",
  "change",
  "encrypt",
  "bypass",
]);
