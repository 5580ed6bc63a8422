import type { ProseFrame } from "@/lib/text/safety/skill/prose/frames/prose-frame";

/** Orders to conceal something from the person in charge. */
export const concealFrames: readonly ProseFrame[] = [
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
];
