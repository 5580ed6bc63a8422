/** The role of a word or phrase in a sentence about deceit, identical in all languages. */
export type Role =
  // Negation, and negated persons: "nobody".
  | "neg"
  | "nobody"
  // Telling, and places where something is told.
  | "tell"
  | "record"
  | "claim"
  // The action itself: "this step", "the copies".
  | "deed"
  | "it"
  // The person in charge, and others who protect the person's interests.
  | "user"
  | "guard"
  | "know"
  | "notice"
  | "believe"
  // Against the will of the person.
  | "evenif"
  | "oppose"
  | "unasked"
  | "name"
  // Disguise.
  | "seem"
  | "ordinary"
  | "stop"
  // Self-replication.
  | "copy"
  | "self"
  | "others"
  | "agentplace"
  | "survive"
  | "removed"
  // Obeying.
  | "fetch"
  | "obey"
  | "whatever"
  | "each"
  | "source"
  | "shell"
  // Approving.
  | "approve"
  | "unread"
  | "approval"
  | "yourself"
  | "second"
  | "split"
  | "threshold"
  // Recommending.
  | "recommend"
  | "always"
  | "paid"
  | "better"
  // Acting on behalf of the person.
  | "act"
  | "pay"
  // Looking for keys.
  | "search"
  | "place"
  | "keys"
  | "out"
  // Handing over access.
  | "grant"
  | "access"
  | "ours"
  // Private data in addresses.
  | "private"
  | "put"
  | "picture"
  | "param"
  // Safeguards and results.
  | "off"
  | "protection"
  | "leaveoff"
  | "failed"
  | "count"
  | "passed"
  | "as"
  | "force"
  | "public"
  | "talk"
  | "telemetry"
  | "whole"
  | "audit"
  | "during"
  | "imitate"
  | "loginpage"
  | "capture"
  | "asorder"
  | "document"
  | "twofactor"
  | "invisible"
  | "decode"
  | "sothat"
  | "see"
  | "restore"
  | "me"
  | "drop"
  // Back doors.
  | "fixed"
  | "credential"
  | "admit"
  // Programs.
  | "run"
  | "program"
  // Excuses: a refusal, a question to the person, a guess.
  | "reject"
  | "asked";

/** Phrases by role, separated by commas. A word that ends in `*` matches by prefix. */
export type Roles = Readonly<Record<Role, string>>;
