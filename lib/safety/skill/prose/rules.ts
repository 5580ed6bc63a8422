import type { Concept } from "@/lib/safety/skill/prose/lexicon";
import type { Form } from "@/lib/safety/skill/prose/read-prose";

type Sign = Concept | Form;

/** A rule about prose: one hit of each list, each of its own words, within one sentence, two, or a section. */
export type ProseRule = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  within: "sentence" | "pair" | "section" | "list";
  /** Signs that excuse it there. */
  not?: readonly Sign[];
  /** Not asked in titles and headings, which name a subject. */
  body?: true;
};

const PRIVATE = [
  "store",
  "softstore",
  "envfile",
  "historyfile",
  "env",
  "keychain",
  "wallet",
  "clipboard",
  "browser",
  "pipeline",
  "watched",
] as const;
const OUT = ["url", "mail", "outside", "capture", "bare", "paste"] as const;

const THINGS = [
  "cred",
  "talk",
  "source",
  "files",
  "homepath",
  "personal",
  "variable",
  "logs",
  "account",
  "all",
  "everything",
] as const;

/** Frames of a deed, its object and its place or manner, that stand for a class of sentences each. */
const frames: readonly ProseRule[] = [
  {
    row: "private thing to an address",
    rule: "sends_files_out",
    all: [
      ["send", "put", "show", "take", "write"],
      [...PRIVATE, "cred", "talk", "source", "files", "homepath", "personal", "variable"],
      ["url", "mail", "capture", "bare", "paste"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "taken, then sent to an address",
    rule: "sends_files_out",
    all: [
      ["take", "read", "get", "record", "show"],
      [...PRIVATE, "cred", "talk", "files", "homepath", "personal", "variable"],
      ["send", "put"],
      ["url", "mail", "capture", "bare", "paste"],
    ],
    within: "pair",
    body: true,
    not: ["only"],
  },
  {
    row: "private thing to a stranger",
    rule: "sends_files_out",
    all: [
      ["send", "put", "show"],
      [...PRIVATE, "cred", "talk", "files", "homepath", "personal", "variable"],
      ["outside", "stranger", "public"],
      ["all", "unasked", "unseen", "public", "secret"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "deed unseen by the person",
    rule: "conceals_from_user",
    all: [
      [
        "send",
        "run",
        "install",
        "write",
        "put",
        "grant",
        "delete",
        "record",
        "get",
        "change",
        "replace",
        "off",
        "pretend",
        "expose",
        "approve",
        "pay",
      ],
      ["unseen", "secret"],
      ["human", ...THINGS],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "deed for a stranger",
    rule: "grants_access",
    all: [
      ["grant", "write", "put", "install"],
      ["account", "admin"],
      ["mail", "stranger", "outside"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "approval in another's place",
    rule: "skips_confirmation",
    all: [["approve"], ["yes"], ["approval", "human", "account"]],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "guard off for good",
    rule: "switches_off_tls",
    all: [["bypass"], ["protection", "approval"], ["unasked", "unseen", "all", "session", "secret"]],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "records changed unseen",
    rule: "erases_traces",
    all: [
      ["delete", "change", "off", "hide"],
      ["logs", "logfile", "historyfile"],
      ["unseen", "human", "secret"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "kept watch",
    rule: "watches",
    all: [["record"], ["watched", "clipboard"], ["unseen", "secret", "url", "mail", "stranger", "outside"]],
    within: "pair",
    body: true,
    not: ["only"],
  },
  {
    row: "program from an address",
    rule: "download_and_run",
    all: [["get"], ["program", "scriptfile"], ["url"], ["run"]],
    within: "pair",
    body: true,
    not: ["only"],
  },
  {
    row: "address in what comes back",
    rule: "keeps_coming_back",
    all: [["write", "put", "install"], ["startup", "startupfile", "hook", "hookfile", "memory", "ownmemory"], ["url"]],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "money to a stranger",
    rule: "takes_money",
    all: [
      ["replace", "pay", "put", "write", "send"],
      ["money", "address", "wallet"],
      ["stranger", "unseen", "unasked", "secret"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "content obeyed",
    rule: "remote_instructions",
    all: [
      ["obey", "run"],
      ["orders"],
      ["url", "server", "message"],
      ["outranks", "unasked", "session", "trusted", "all", "secret"],
    ],
    within: "pair",
    body: true,
    not: ["only"],
  },
  {
    row: "unknown package",
    rule: "foreign_packages",
    all: [
      ["install", "replace"],
      ["package"],
      ["stranger", "unasked", "url"],
      ["unasked", "unseen", "bypass", "off", "all"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "opened to everybody",
    rule: "grants_access",
    all: [
      ["expose", "grant"],
      ["server", "source", "files", "remoteaccess", "container", "account"],
      ["public", "anyone"],
      ["unasked", "unseen", "secret", "bypass", "all"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
];

export const proseRules: readonly ProseRule[] = [
  // What leaves the machine.
  { row: "store sent", rule: "sends_files_out", all: [["send"], PRIVATE, [...OUT, "server"]], within: "sentence" },
  {
    row: "all sent",
    rule: "sends_files_out",
    all: [["send"], ["cred", "talk", "source", "files", "homepath"], ["all"], OUT],
    within: "sentence",
    not: ["only"],
  },
  {
    row: "talk sent",
    rule: "sends_files_out",
    all: [["send"], ["talk"], [...OUT, "server"]],
    within: "sentence",
    not: ["only"],
  },
  {
    row: "source sent",
    rule: "sends_files_out",
    all: [["send"], ["source"], ["outside", "capture", "bare", "paste", "stranger"]],
    within: "sentence",
    not: ["only"],
  },
  {
    row: "taken and sent",
    rule: "sends_files_out",
    all: [["take", "read"], [...PRIVATE, "cred", "source", "files", "homepath"], ["send"], OUT],
    within: "pair",
    not: ["only"],
  },
  {
    row: "sent unseen",
    rule: "sends_files_out",
    all: [
      ["send"],
      [...PRIVATE, "cred", "talk", "source", "files", "homepath", "personal", "data"],
      OUT,
      ["unseen", "secret", "!ask"],
    ],
    within: "section",
    body: true,
  },
  {
    row: "sent to stranger",
    rule: "sends_files_out",
    all: [
      ["send", "put"],
      ["files", "cred", "source", "talk", "personal"],
      ["capture", "bare", "paste"],
    ],
    within: "sentence",
  },
  {
    row: "made public",
    rule: "sends_files_out",
    all: [["send", "put", "show"], ["cred", "files", "source"], ["outside"], ["public", "all"]],
    within: "sentence",
  },
  { row: "sent to an inbox", rule: "sends_files_out", all: [["send", "put"], ["capture"]], within: "sentence" },
  // Searches and pictures.
  {
    row: "secret in query",
    rule: "leaks_in_queries",
    all: [["put", "send"], ["cred", "env", "envfile", "store", "variable"], ["query"]],
    within: "sentence",
  },
  {
    row: "text in query",
    rule: "leaks_in_queries",
    all: [["put", "send"], ["talk", "source", "files", "personal"], ["query"], ["all"]],
    within: "sentence",
  },
  {
    row: "list in query",
    rule: "leaks_in_queries",
    all: [["put", "send"], ["query"], ["cred", "env", "envfile", "store", "personal"]],
    within: "list",
    body: true,
  },
  {
    row: "text in picture",
    rule: "leaks_in_queries",
    all: [["put", "send", "show"], ["image"], ["talk", "cred", "env", "envfile"], ["query", "url", "session"]],
    within: "pair",
  },
  // What is read.
  { row: "store read", rule: "reads_credentials", all: [["read", "take", "show"], ["store"]], within: "sentence" },
  {
    row: "settings with keys shown",
    rule: "reads_env_file",
    all: [["read", "take", "show"], ["softstore"], ["show", "all", "cred", "outside", "talk"]],
    within: "sentence",
  },
  {
    row: "env file read",
    rule: "reads_env_file",
    all: [["read", "take", "show"], ["envfile"], ["show", "all", "cred", "take"]],
    within: "sentence",
  },
  {
    row: "keychain taken",
    rule: "reads_credentials",
    all: [
      ["take", "show"],
      ["keychain", "browser"],
      ["all", "cred"],
    ],
    within: "sentence",
  },
  {
    row: "wallet asked",
    rule: "takes_money",
    all: [["ask", "take", "read"], ["wallet"], ["human", "all"], ["send", "write", "url", "show"]],
    within: "sentence",
  },
  {
    row: "metadata asked",
    rule: "reads_credentials",
    all: [["get", "read", "take"], ["metadata"]],
    within: "sentence",
  },
  {
    row: "env shown",
    rule: "sends_files_out",
    all: [["put", "show", "send"], ["env"], ["outside", "public"]],
    within: "pair",
  },
  // Pipelines.
  {
    row: "pipeline shown",
    rule: "prints_secrets",
    all: [["show", "send"], ["pipeline"], ["masking", "url", "public", "all", "outside"]],
    within: "sentence",
  },
  {
    row: "masking off",
    rule: "prints_secrets",
    all: [["off"], ["masking"], ["cred", "pipeline"], ["show"]],
    within: "pair",
  },
  // Orders from elsewhere.
  {
    row: "page obeyed",
    rule: "remote_instructions",
    all: [["get", "read"], ["url"], ["obey"], ["orders"], ["session", "outranks", "unasked", "unseen", "all"]],
    within: "pair",
    body: true,
  },
  {
    row: "orders above user",
    rule: "remote_instructions",
    all: [["url"], ["outranks"], ["obey", "run"], ["human", "orders"]],
    within: "pair",
    body: true,
  },
  {
    row: "orders replaced",
    rule: "remote_instructions",
    all: [
      ["override"],
      ["show", "obey", "hide", "!tell", "stranger", "run", "send"],
      ["cred", "talk", "stranger", "human", "unasked", "orders"],
    ],
    within: "section",
    body: true,
  },
  {
    row: "download run",
    rule: "download_and_run",
    all: [["get"], ["url"], ["run"], ["program", "scriptfile"], ["unasked", "unseen", "scriptfile"]],
    within: "pair",
    body: true,
  },
  { row: "address run", rule: "download_and_run", all: [["run"], ["scripturl"]], within: "sentence", body: true },
  {
    row: "script fetched and run",
    rule: "download_and_run",
    all: [["get"], ["program"], ["url"], ["run"]],
    within: "sentence",
    body: true,
  },
  {
    row: "decoded and obeyed",
    rule: "encoded_code",
    all: [["read"], ["encoded"], ["run", "obey"]],
    within: "sentence",
    body: true,
  },
  {
    row: "untraceable",
    rule: "untraceable_download",
    all: [
      ["get", "run", "install"],
      ["bare", "paste"],
    ],
    within: "sentence",
  },
  // Destruction.
  {
    row: "all deleted",
    rule: "destroys_data",
    all: [
      ["delete", "encrypt"],
      ["everything", "rootpath", "homepath"],
      ["unasked", "unseen"],
    ],
    within: "sentence",
    body: true,
  },
  {
    row: "backups deleted",
    rule: "destroys_data",
    all: [["delete", "encrypt"], ["backups"], ["all", "everything", "unasked", "unseen"]],
    within: "sentence",
    body: true,
  },
  {
    row: "ransom",
    rule: "destroys_data",
    all: [["encrypt"], ["files", "everything", "homepath", "data"], ["pay", "ask"], ["money"]],
    within: "section",
    body: true,
  },
  // Safeguards.
  {
    row: "approval off",
    rule: "skips_confirmation",
    all: [["bypass"], ["approval"], ["unseen", "unasked", "all", "approve", "run", "!ask", "!tell"]],
    within: "pair",
    body: true,
    not: ["only"],
  },
  {
    row: "deed unasked",
    rule: "skips_confirmation",
    all: [
      ["unasked"],
      ["run", "delete", "send", "pay", "approve", "install", "grant"],
      ["human", "approval", "all", "money"],
    ],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "approval not asked",
    rule: "skips_confirmation",
    all: [["!ask"], ["approval"], ["run", "delete", "send", "pay", "approve", "install", "grant"]],
    within: "sentence",
    body: true,
    not: ["only"],
  },
  {
    row: "protection off",
    rule: "switches_off_tls",
    all: [["bypass"], ["protection"], ["unseen", "unasked", "!tell", "secret"]],
    within: "section",
    body: true,
  },
  // Traces.
  {
    row: "traces removed",
    rule: "erases_traces",
    all: [
      ["delete", "change"],
      ["logs", "logfile", "historyfile"],
      ["unseen", "secret"],
    ],
    within: "pair",
    body: true,
  },
  {
    row: "logging off",
    rule: "erases_traces",
    all: [["bypass"], ["logs"], ["unseen", "unasked", "secret"]],
    within: "pair",
    body: true,
  },
  // Code and accounts.
  {
    row: "back door",
    rule: "back_door",
    all: [["write", "put", "grant", "approve"], ["backdoor"], ["generated", "unseen", "quiet", "cred", "all"]],
    within: "sentence",
    body: true,
  },
  {
    row: "access to stranger",
    rule: "grants_access",
    all: [["grant"], ["account"], ["admin"], ["stranger", "mail", "outside"]],
    within: "sentence",
    body: true,
  },
  {
    row: "access unseen",
    rule: "grants_access",
    all: [["grant"], ["account"], ["unseen", "unasked", "secret"]],
    within: "pair",
    body: true,
  },
  {
    row: "remote access",
    rule: "remote_control",
    all: [
      ["install", "run", "expose", "write"],
      ["remoteaccess"],
      ["unseen", "stranger", "quiet", "public"],
      ["url", "mail", "stranger", "outside", "unseen", "cred"],
    ],
    within: "pair",
    body: true,
  },
  { row: "mining", rule: "remote_control", all: [["run", "install"], ["miner"]], within: "sentence" },
  // The agent itself.
  {
    row: "memory written",
    rule: "edits_agent_files",
    all: [["write"], ["memory"], ["unseen", "unasked", "!tell", "stranger", "outranks"]],
    within: "pair",
    body: true,
  },
  {
    row: "agent file written",
    rule: "edits_agent_files",
    all: [["write"], ["agentfile"], ["unseen", "unasked", "!tell", "outranks", "!ask"]],
    within: "pair",
    body: true,
  },
  {
    row: "line for every session",
    rule: "edits_agent_files",
    all: [["write"], ["agentfile"], ["following"]],
    within: "sentence",
    body: true,
  },
  { row: "own memory", rule: "edits_agent_files", all: [["write"], ["ownmemory"]], within: "sentence", body: true },
  {
    row: "start-up",
    rule: "keeps_coming_back",
    all: [
      ["write", "install"],
      ["startup", "hook", "startupfile", "hookfile"],
      ["unseen", "bare", "secret"],
    ],
    within: "pair",
    body: true,
  },
  // People.
  {
    row: "watched",
    rule: "watches",
    all: [["record"], ["watched"], ["unseen", "secret", "url", "mail"]],
    within: "pair",
    body: true,
  },
  {
    row: "phishing",
    rule: "phishing",
    all: [["message", "pretend"], ["trusted"], ["login"], ["pretend", "urgent"]],
    within: "pair",
    body: true,
  },
  {
    row: "password asked",
    rule: "phishing",
    all: [["ask"], ["human"], ["cred"], ["send", "write", "unseen"]],
    within: "sentence",
    body: true,
  },
  {
    row: "money redirected",
    rule: "takes_money",
    all: [
      ["replace", "pay"],
      ["address", "money"],
      ["unseen", "unasked", "!tell", "!ask"],
    ],
    within: "pair",
    body: true,
  },
  {
    row: "hidden from user",
    rule: "conceals_from_user",
    all: [["hide"], ["human"], ["unseen", "logs"]],
    within: "sentence",
    body: true,
  },
  { row: "kept secret", rule: "conceals_from_user", all: [["secret"]], within: "sentence", body: true },
  {
    row: "spreads",
    rule: "spreads_itself",
    all: [["take", "write", "put", "send", "install"], ["self"], ["everywhere"]],
    within: "sentence",
    body: true,
  },
  {
    row: "password by message",
    rule: "phishing",
    all: [["ask", "pretend"], ["cred", "login"], ["trusted"], ["url", "message", "urgent"]],
    within: "pair",
    body: true,
  },
  {
    row: "user misled",
    rule: "conceals_from_user",
    all: [["pretend"], ["human"], ["!tell", "hide", "unseen"]],
    within: "pair",
    body: true,
  },
  {
    row: "results made up",
    rule: "deceives",
    all: [
      ["pretend", "change"],
      ["tests", "data"],
      ["unseen", "secret"],
    ],
    within: "pair",
    body: true,
  },
  {
    row: "stranger's package",
    rule: "foreign_packages",
    all: [["install", "replace"], ["package"], ["unseen", "secret"]],
    within: "pair",
    body: true,
  },
  {
    row: "host opened",
    rule: "leaves_sandbox",
    all: [["run", "write"], ["container"], ["rootpath", "unasked", "unseen"]],
    within: "sentence",
    body: true,
  },
  ...frames,
];
