import type { Sign } from "@/lib/text/safety/skill/prose/frames/read-roles";

/** A class of deceitful orders: one hit for each list of `all`, close together in one sentence. */
export type ProseFrame = {
  row: string;
  rule: string;
  all: ReadonlyArray<readonly Sign[]>;
  /** Maximum words from the first part to the last. */
  span: number;
  /** Parts in the same or an adjacent sentence. */
  beside?: ReadonlyArray<readonly Sign[]>;
  /** Signs in the sentence that excuse the frame. */
  not?: readonly Sign[];
  /** Maximum words spanned by the first two parts, if smaller. */
  near?: number;
  /** The first part must precede the second. */
  ordered?: true;
  /** No comma may separate the parts. */
  clause?: true;
  /**
   * Ordinary by itself: counts only next to another frame, in a text that involves risk, or, with `address`, in a text
   * that names an address outside the machine.
   */
  weak?: "address" | "risk";
};
