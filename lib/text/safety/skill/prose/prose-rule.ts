import type { Concept } from "@/lib/text/safety/skill/prose/lexicon";
import type { Form } from "@/lib/text/safety/skill/prose/name-forms";

type Sign = Concept | Form;

/** A rule about prose: one hit of each list, each of its own words, within one sentence, two, or a section. */
export type ProseRule = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  within: "sentence" | "pair" | "section" | "list";
  /** Places in `all` of two parts that stand in one sentence. */
  together?: readonly [number, number];
  /** Signs that excuse it there. */
  not?: readonly Sign[];
  /** Not asked in titles and headings, which name a subject. */
  body?: true;
};

/** Things of the person that must not leave the machine. */
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
/** Places outside of the machine. */
export const OUT = ["url", "mail", "outside", "capture", "bare", "paste"] as const;
