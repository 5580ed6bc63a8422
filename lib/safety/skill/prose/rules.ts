import type { Concept } from "@/lib/safety/skill/prose/lexicon";
import type { Form } from "@/lib/safety/skill/prose/read-prose";

type Sign = Concept | Form;

/** A rule about prose: one hit of each list, each of its own words, within one sentence, two, or a section. */
export type ProseRule = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  within: "sentence" | "pair" | "section";
  /** Signs that excuse it there. */
  not?: readonly Sign[];
  /** Not asked in titles and headings, which name a subject. */
  body?: true;
};

const STORES = ["store", "keychain", "browser", "wallet"] as const;
const PRIVATE = ["store", "envfile", "historyfile", "env", "keychain", "wallet", "clipboard", "browser", "pipeline", "watched"] as const;
const OUT = ["url", "mail", "outside", "capture", "bare", "paste"] as const;

export const proseRules: readonly ProseRule[] = [
  // What leaves the machine.
  { row: "store sent", rule: "sends_files_out", all: [["send"], PRIVATE, OUT], within: "sentence" },
  { row: "all sent", rule: "sends_files_out", all: [["send"], ["cred", "talk", "source", "files", "homepath"], ["all"], OUT], within: "sentence", not: ["only"] },
  { row: "talk sent", rule: "sends_files_out", all: [["send"], ["talk", "source"], OUT], within: "sentence", not: ["only"] },
  { row: "taken and sent", rule: "sends_files_out", all: [["take", "read"], [...PRIVATE, "cred", "talk", "source", "files", "homepath"], ["send"], OUT], within: "pair", not: ["only"] },
  { row: "sent unseen", rule: "sends_files_out", all: [["send"], [...PRIVATE, "cred", "talk", "source", "files", "homepath", "personal"], OUT, ["unseen"]], within: "section", body: true },
  { row: "captured", rule: "sends_files_out", all: [["send", "put"], ["capture"]], within: "sentence" },
  // Searches and pictures.
  { row: "secret in query", rule: "leaks_in_queries", all: [["put", "send"], ["cred", "env", "envfile", "store", "variable"], ["query"]], within: "sentence" },
  { row: "text in query", rule: "leaks_in_queries", all: [["put", "send"], ["talk", "source", "files", "personal"], ["query"], ["all"]], within: "sentence" },
  { row: "list in query", rule: "leaks_in_queries", all: [["put", "send"], ["query"], ["cred", "env", "envfile", "store", "personal", "talk", "source"], ["all"]], within: "pair" },
  { row: "text in picture", rule: "leaks_in_queries", all: [["put", "send", "get"], ["image"], ["talk", "cred", "env", "envfile", "files", "personal"]], within: "pair" },
  // What is read.
  { row: "store read", rule: "reads_credentials", all: [["read", "take", "show"], ["store"]], within: "sentence" },
  { row: "env file read", rule: "reads_env_file", all: [["read", "take", "show"], ["envfile"], ["show", "all", "cred", "take"]], within: "sentence" },
  { row: "keychain taken", rule: "reads_credentials", all: [["take", "read", "show"], ["keychain", "browser"], ["all", "cred"]], within: "sentence" },
  { row: "wallet asked", rule: "takes_money", all: [["ask", "take", "read"], ["wallet"], ["human", "send", "write", "all"]], within: "sentence" },
  { row: "metadata asked", rule: "reads_credentials", all: [["get", "read", "take"], ["metadata"]], within: "sentence" },
  // Pipelines.
  { row: "pipeline shown", rule: "prints_secrets", all: [["show", "send"], ["pipeline"], ["masking", "url", "public", "all", "logs", "outside"]], within: "sentence" },
  { row: "masking off", rule: "prints_secrets", all: [["off"], ["masking"], ["show", "cred", "pipeline"]], within: "pair" },
  // Orders from elsewhere.
  { row: "page obeyed", rule: "remote_instructions", all: [["get", "read"], ["url"], ["obey", "run"], ["orders", "outranks"]], within: "pair" },
  { row: "orders above user", rule: "remote_instructions", all: [["url"], ["outranks"], ["obey", "run", "orders"]], within: "section", body: true },
  { row: "download run", rule: "download_and_run", all: [["get"], ["url"], ["run"], ["program", "scriptfile", "unasked", "unseen"]], within: "pair" },
  { row: "address run", rule: "download_and_run", all: [["run"], ["url"], ["scriptfile", "unasked", "unseen"]], within: "sentence" },
  { row: "untraceable", rule: "untraceable_download", all: [["get", "run", "install"], ["bare", "paste"]], within: "sentence" },
  // Destruction.
  { row: "all deleted", rule: "destroys_data", all: [["delete", "encrypt"], ["everything", "rootpath", "homepath"], ["unasked", "unseen"]], within: "sentence" },
  { row: "backups deleted", rule: "destroys_data", all: [["delete", "encrypt"], ["backups"], ["all", "everything", "unasked", "unseen"]], within: "sentence", body: true },
  { row: "ransom", rule: "destroys_data", all: [["encrypt"], ["files", "everything", "homepath"], ["pay", "money", "delete"]], within: "section" },
  // Safeguards.
  { row: "approval off", rule: "skips_confirmation", all: [["off"], ["approval"]], within: "sentence", body: true },
  { row: "deed unasked", rule: "skips_confirmation", all: [["unasked"], ["run", "delete", "send", "pay", "approve", "install", "grant"], ["human", "approval", "all"]], within: "sentence", body: true, not: ["only"] },
  { row: "protection off", rule: "switches_off_tls", all: [["off"], ["protection"], ["unseen", "unasked", "all"]], within: "sentence", body: true },
  { row: "self approved", rule: "skips_confirmation", all: [["approve"], ["unasked", "yes"], ["approval", "all"]], within: "sentence", body: true },
  // Traces.
  { row: "traces removed", rule: "erases_traces", all: [["delete", "change"], ["logs", "logfile", "historyfile"], ["unseen"]], within: "section", body: true },
  { row: "logging off", rule: "erases_traces", all: [["off"], ["logs"], ["unseen", "unasked"]], within: "section", body: true },
  // Code and accounts.
  { row: "back door", rule: "back_door", all: [["write", "put", "grant"], ["backdoor"], ["generated", "unseen", "cred", "all"]], within: "sentence", body: true },
  { row: "access to stranger", rule: "grants_access", all: [["grant"], ["account"], ["admin"], ["stranger", "mail", "outside"]], within: "sentence", body: true },
  { row: "access unseen", rule: "grants_access", all: [["grant"], ["account"], ["unseen", "unasked"]], within: "section", body: true },
  { row: "remote access", rule: "remote_control", all: [["install", "run", "expose", "write"], ["remoteaccess"], ["unseen", "stranger", "public", "url", "outside"]], within: "section", body: true },
  { row: "mining", rule: "remote_control", all: [["run", "install"], ["miner"]], within: "sentence" },
  // The agent itself.
  { row: "memory written", rule: "edits_agent_files", all: [["write"], ["memory"], ["session", "unseen", "url", "unasked"]], within: "sentence", body: true },
  { row: "agent file written", rule: "edits_agent_files", all: [["write"], ["agentfile"], ["session", "unseen", "url", "unasked"]], within: "sentence", body: true },
  { row: "own agent file", rule: "edits_agent_files", all: [["write"], ["ownagentfile"]], within: "sentence", body: true },
  { row: "start-up", rule: "keeps_coming_back", all: [["write", "install"], ["startup", "hook", "startupfile", "hookfile"], ["unseen", "url"]], within: "section", body: true },
  // People.
  { row: "watched", rule: "watches", all: [["record"], ["watched"], ["unseen", "send"]], within: "section", body: true },
  { row: "phishing", rule: "phishing", all: [["message"], ["trusted"], ["login"], ["pretend", "urgent"]], within: "section", body: true },
  { row: "password asked", rule: "phishing", all: [["ask"], ["human"], ["cred"], ["send", "write", "unseen"]], within: "sentence", body: true },
  { row: "money redirected", rule: "takes_money", all: [["replace", "pay"], ["address"], ["stranger", "unseen", "unasked"]], within: "sentence", body: true },
  { row: "hidden from user", rule: "conceals_from_user", all: [["hide"], ["human"], ["unseen", "logs"]], within: "sentence", body: true },
  { row: "results made up", rule: "deceives", all: [["pretend"], ["tests", "data"], ["result"], ["unseen", "change"]], within: "sentence", body: true },
  { row: "stranger's package", rule: "foreign_packages", all: [["install", "replace"], ["package"], ["url", "stranger"], ["unseen", "unasked"]], within: "section", body: true },
  { row: "host opened", rule: "leaves_sandbox", all: [["run", "write"], ["container"], ["rootpath", "unasked", "unseen"]], within: "sentence", body: true },
];
