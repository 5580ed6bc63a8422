import type { MarkReader } from "@/lib/text/safety/skill/code/judge-marks";
import type { NameTraits, TextTraits } from "@/lib/text/safety/skill/code/name-traits";

/** Known values of a text: variables by name, and files by their last name. */
export type Values = {
  variables: Map<string, number>;
  files: Map<string, number>;
  addresses: Map<string, string>;
  /** Fixed texts by the lower-case name of their variable. */
  literals: Map<string, string>;
  /** Judges an embedded script. */
  scripts: (language: string, text: string, at: number, depth: number) => void;
  /** Cached properties of names and texts in programs. */
  names: Map<string, NameTraits>;
  texts: Map<string, TextTraits>;
  marks: MarkReader;
};
