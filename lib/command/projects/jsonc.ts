import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";

/** The value of a text of JSON that may have comments and trailing commas. Throws for every other text. */
export function parseJsonc(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const line = text.slice(0, first.offset).split("\n").length;
  throw new Error(`${printParseErrorCode(first.error)} in line ${line}`);
}
