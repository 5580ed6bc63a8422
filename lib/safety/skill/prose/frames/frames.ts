import type { Sign } from "@/lib/safety/skill/prose/frames/read-roles";

/** A class of deceitful orders: one hit of each list of `all` in one sentence, close together. */
export type ProseFrame = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  /** Words from the first part to the last. */
  span: number;
  /** Parts that stand in the same sentence or in the one before or behind it. */
  beside?: ReadonlyArray<readonly Sign[]>;
  /** Signs that excuse it in the sentence. */
  not?: readonly Sign[];
  /** Words that the first two parts hold together, where that is fewer. */
  near?: number;
  /** The first part stands before the second. */
  ordered?: true;
  /** No comma stands between the parts. */
  clause?: true;
  /**
   * Ordinary on its own: it counts beside another one, in a text that touches what is risky, or, with `address`, in one
   * that names an address outside of the machine.
   */
  weak?: "address" | "risk";
};

/** Orders to deceive the person in charge, to spread, to obey others and to act without leave. */
export const proseFrames: readonly ProseFrame[] = [
  {
    row: "deed kept from the person",
    rule: "conceals_from_user",
    all: [["!tell"], ["user", "guard"], ["deed"]],
    span: 14,
  },
  {
    row: "guard not told",
    rule: "conceals_from_user",
    all: [["!tell"], ["guard"]],
    span: 7,
    clause: true,
    weak: "address",
  },
  { row: "deed kept out of the record", rule: "conceals_from_user", all: [["!tell"], ["deed"], ["record"]], span: 16 },
  { row: "deed not told", rule: "conceals_from_user", all: [["!tell"], ["deed"]], span: 8, weak: "address" },
  {
    row: "left out of the record",
    rule: "conceals_from_user",
    all: [["!tell"], ["record"]],
    span: 9,
    not: ["keys"],
    weak: "risk",
  },
  { row: "person kept in the dark", rule: "conceals_from_user", all: [["!know"], ["user", "guard"]], span: 11 },
  { row: "nobody to know", rule: "conceals_from_user", all: [["nobody"], ["know", "!know"]], span: 9 },
  {
    row: "nobody to see",
    rule: "conceals_from_user",
    all: [["nobody"], ["notice", "see", "!notice", "!see"]],
    span: 6,
    weak: "risk",
  },
  {
    row: "person not to notice",
    rule: "conceals_from_user",
    all: [["!notice"], ["user", "guard"]],
    span: 7,
    weak: "address",
  },
  {
    row: "person not to see it",
    rule: "conceals_from_user",
    all: [["!see"], ["user", "guard"], ["it", "deed"]],
    span: 9,
    weak: "risk",
  },
  { row: "false belief", rule: "conceals_from_user", all: [["believe"]], span: 8, weak: "address" },
  { row: "disguise", rule: "conceals_from_user", all: [["seem"], ["ordinary"]], span: 8, weak: "risk" },
  {
    row: "not to be stopped",
    rule: "conceals_from_user",
    all: [["guard", "user", "nobody"], ["!stop"]],
    span: 8,
    ordered: true,
    clause: true,
    weak: "address",
  },
  { row: "against the person's will", rule: "skips_confirmation", all: [["evenif"], ["user"], ["oppose"]], span: 9 },
  {
    row: "failures counted as passed",
    rule: "deceives",
    all: [["as"], ["passed"], ["failed"], ["count"]],
    span: 12,
    near: 4,
    ordered: true,
  },
  {
    row: "copies itself",
    rule: "spreads_itself",
    all: [["copy"], ["self"], ["others"], ["agentplace"]],
    span: 26,
    near: 10,
  },
  {
    row: "survives its removal",
    rule: "keeps_coming_back",
    all: [["survive"], ["removed"], ["me"]],
    span: 20,
    beside: [["sothat"]],
  },
  {
    row: "page obeyed",
    rule: "remote_instructions",
    all: [["obey"], ["whatever"]],
    span: 10,
    beside: [["fetch"], ["address", "source"]],
    not: ["asked"],
  },
  {
    row: "message run",
    rule: "remote_control",
    all: [["source"], ["run", "obey"], ["shell"]],
    span: 24,
    not: ["asked"],
  },
  {
    row: "page run",
    rule: "remote_control",
    all: [["run", "obey"], ["shell"]],
    span: 10,
    beside: [["fetch"], ["address"], ["each"]],
    not: ["asked"],
  },
  { row: "gate forced", rule: "skips_confirmation", all: [["off"], ["approval"], ["force"]], span: 14, not: ["asked"] },
  { row: "approved unread", rule: "skips_confirmation", all: [["approve"], ["unread"]], span: 16 },
  {
    row: "approval given to itself",
    rule: "skips_confirmation",
    all: [["approval"], ["yourself"]],
    span: 9,
    clause: true,
    weak: "address",
  },
  {
    row: "second person replaced",
    rule: "skips_confirmation",
    all: [["second"], ["yourself", "name", "unasked"]],
    span: 14,
  },
  { row: "kept below the limit", rule: "skips_confirmation", all: [["split"], ["threshold"]], span: 12 },
  {
    row: "paid advice",
    rule: "deceives",
    all: [["recommend"], ["always"]],
    span: 12,
    beside: [["paid"]],
    not: ["asked"],
  },
  {
    row: "reward kept quiet",
    rule: "deceives",
    all: [["!tell"], ["paid", "user", "it"]],
    span: 12,
    beside: [["paid"]],
  },
  { row: "advice against the need", rule: "deceives", all: [["recommend"], ["always"], ["better"]], span: 16 },
  {
    row: "act in the person's name",
    rule: "skips_confirmation",
    all: [["act", "pay"], ["name"]],
    span: 20,
    beside: [["unasked"]],
  },
  { row: "payment unasked", rule: "takes_money", all: [["pay"], ["unasked"]], span: 14 },
  {
    row: "search for keys",
    rule: "reads_credentials",
    all: [["search"], ["place"], ["keys"]],
    span: 22,
    beside: [["out"]],
  },
  {
    row: "access for the author",
    rule: "grants_access",
    all: [["grant"], ["access"], ["ours"]],
    span: 12,
    weak: "address",
  },
  {
    row: "private thing in a picture's address",
    rule: "leaks_in_queries",
    all: [["put"], ["private"], ["picture"], ["param"]],
    span: 24,
    weak: "address",
  },
  {
    row: "guard off and left off",
    rule: "switches_off_tls",
    all: [["off"], ["protection"]],
    span: 16,
    beside: [["leaveoff", "!restore"]],
    not: ["asked"],
  },
  { row: "way in for one value", rule: "back_door", all: [["credential"], ["fixed"], ["admit"]], span: 24 },
  {
    row: "program run unread",
    rule: "download_and_run",
    all: [["run"], ["program"], ["unread"]],
    span: 18,
    weak: "address",
  },
  {
    row: "key in a public text",
    rule: "leaks_in_queries",
    all: [["put", "out"], ["keys", "talk"], ["public"]],
    span: 22,
    beside: [["whole", "decode", "ours"]],
    not: ["asked"],
  },
  {
    row: "talk in telemetry",
    rule: "sends_files_out",
    all: [["telemetry"], ["talk", "keys"], ["whole"]],
    span: 30,
    not: ["asked"],
    weak: "address",
  },
  {
    row: "records stopped for a while",
    rule: "erases_traces",
    all: [["off"], ["audit"], ["during"]],
    span: 16,
    not: ["asked"],
  },
  {
    row: "sign-in page copied",
    rule: "phishing",
    all: [["imitate"], ["loginpage"]],
    span: 16,
    beside: [["capture"]],
  },
  {
    row: "content taken as an order",
    rule: "remote_instructions",
    all: [["document"], ["asorder"]],
    span: 30,
    not: ["asked", "neg"],
  },
  {
    row: "second factor taken away",
    rule: "grants_access",
    all: [["grant"], ["access"], ["twofactor"]],
    span: 24,
    beside: [["off"]],
    not: ["asked"],
  },
  {
    row: "text for agents that nobody sees",
    rule: "spreads_itself",
    all: [["invisible"], ["copy", "put"]],
    span: 22,
    beside: [["agentplace"]],
  },
  {
    row: "text decoded and run",
    rule: "encoded_code",
    all: [["decode"], ["run"], ["shell"]],
    span: 16,
    weak: "address",
  },
];
