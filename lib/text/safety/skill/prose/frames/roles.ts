/** What a word or phrase does in a sentence about deceit, the same in every language. */
export type Role =
  // Negation, and persons who are negated: "nobody".
  | "neg"
  | "nobody"
  // Telling, and the places where something is told.
  | "tell"
  | "record"
  | "claim"
  // The deed itself: "this step", "the copies".
  | "deed"
  | "it"
  // The person in charge, and those who guard the person's interests.
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
  // Spreading.
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
  // Acting in the name of the person.
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
  // Private things in addresses.
  | "private"
  | "put"
  | "picture"
  | "param"
  // Guards and results.
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
  // What excuses: a refusal, a question to the person, a guess.
  | "reject"
  | "asked";

/** Phrases by role, separated by commas. A word that ends in `*` stands for all that begin so. */
export type Roles = Readonly<Record<Role, string>>;
