import type { MarkReader } from "@/lib/text/safety/skill/code/judge-marks";
import type { NameTraits, TextTraits } from "@/lib/text/safety/skill/code/name-traits";

/** What is known of the values of a text: variables by name, and files by their last name. */
export type Values = {
  variables: Map<string, number>;
  files: Map<string, number>;
  addresses: Map<string, string>;
  /** Fixed texts by the lower-case name of the variable they were given to. */
  literals: Map<string, string>;
  /** Judges a script that stands inside another. */
  scripts: (language: string, text: string, at: number, depth: number) => void;
  /** What names and texts of programs tell by themselves, so that each is looked at once. */
  names: Map<string, NameTraits>;
  texts: Map<string, TextTraits>;
  marks: MarkReader;
};
