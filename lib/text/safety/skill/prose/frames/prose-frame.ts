import type { Sign } from "@/lib/text/safety/skill/prose/frames/read-roles";

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
