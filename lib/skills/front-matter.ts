import { parseDocument } from "yaml";

/** A refusal in plain words, for the person who ran the import. */
export class Refusal extends Error {}

/** The reason for a file that does not begin like a SKILL.md at all. */
export const NO_FRONT_MATTER = "front matter is missing: the first line must be ---";

/** Agent Skills front matter is a few hundred bytes; this leaves room for a long description and twelve constraints. */
const FRONT_MATTER_BYTES_MAX = 16_384;

/**
 * Splits a SKILL.md into what its YAML front matter says and the markdown below it (leading blank lines dropped). Throws
 * `Refusal` when there is no front matter, or it is not plain YAML: aliases, tags and duplicate keys are refused.
 */
export function splitFrontMatter(text: string): { front: unknown; markdown: string } {
  const opening = /^---[ \t]*\n/.exec(text);
  if (!opening) throw new Refusal(NO_FRONT_MATTER);
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\n|$)/m.exec(rest);
  if (!closing) throw new Refusal("front matter has no end: a second line --- is missing");
  const yaml = rest.slice(0, closing.index);
  if (Buffer.byteLength(yaml) > FRONT_MATTER_BYTES_MAX) {
    throw new Refusal(`front matter has ${grouped(Buffer.byteLength(yaml))} bytes; the limit is ${grouped(FRONT_MATTER_BYTES_MAX)}`);
  }
  const markdown = rest.slice(closing.index + closing[0].length).replace(/^(?:[ \t]*\n)+/, "");
  return { front: readYaml(yaml), markdown };
}

/** A number with its thousands apart, as people read it: 32,768. */
export function grouped(number: number): string {
  return number.toLocaleString("en-GB");
}

function readYaml(yaml: string): unknown {
  try {
    const document = parseDocument(yaml, { version: "1.2", schema: "core", strict: true, uniqueKeys: true, merge: false, logLevel: "silent" });
    // An unknown tag is only a warning to the parser. Here nothing may be read otherwise than it is written.
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new Refusal(`front matter is not valid YAML: ${firstSentence(problem.message, problem.linePos?.[0].line)}`);
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (error instanceof ReferenceError) throw new Refusal("front matter must not use YAML aliases");
    // Nesting thousands deep ends in a RangeError of the parser's own recursion.
    throw new Refusal("front matter is not valid YAML: it cannot be read");
  }
}

/** The parser's message carries a picture of the place over several lines; the line number says it shorter. */
function firstSentence(message: string, line: number | undefined): string {
  const sentence = (message.split("\n")[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
  // The front matter starts on the second line of the file.
  return line === undefined ? sentence : `${sentence} (line ${line + 1})`;
}
