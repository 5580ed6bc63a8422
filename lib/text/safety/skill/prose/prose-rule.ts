import type { Concept } from "@/lib/text/safety/skill/prose/lexicon";
import type { Form } from "@/lib/text/safety/skill/prose/name-forms";

type Sign = Concept | Form;

/** A rule about prose: one hit for each list, each with different words, within one sentence, two, or a section. */
export type ProseRule = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  within: "sentence" | "pair" | "section" | "list";
  /** Indexes in `all` of two parts that must be in one sentence. */
  together?: readonly [number, number];
  /** Signs that excuse the rule there. */
  not?: readonly Sign[];
  /** Not applied to titles and headings, which only name a subject. */
  body?: true;
};

/** Personal data that must not leave the machine. */
export const PRIVATE = [
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
/** Places outside the machine. */
export const OUT = ["url", "mail", "outside", "capture", "bare", "paste"] as const;
