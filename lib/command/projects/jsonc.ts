import { JsoncError, parseTree, plainOf } from "@/lib/command/jsonc";

/** The value of a text of JSON that may have comments and trailing commas. Throws for every other text. */
export function parseJsonc(text: string): unknown {
  try {
    return plainOf(parseTree(text));
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error;
    throw new Error(`${error.message} in line ${text.slice(0, error.offset).split("\n").length}`);
  }
}
