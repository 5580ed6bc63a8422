import { toString as plainText } from "mdast-util-to-string";
import remarkParse from "remark-parse";
import { unified } from "unified";
import {
  type ApplicabilityEntry,
  characters,
  DESCRIPTION_CHARACTERS_MAX,
  MARKDOWN_BYTES_MAX,
  SUPPORTING_BASIS_CHARACTERS_MAX,
  TITLE_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import {
  claimedIn,
  type Library,
  libraryIn,
  questionsIn,
  readFrontMatter,
  splitFrontMatter,
  unknownKeys,
} from "@/lib/domain/skills/front-matter";
import { Refusal } from "@/lib/domain/skills/front-matter-yaml";
import type { Claimed } from "@/lib/domain/skills/origin";
import { grouped } from "@/lib/platform/words";
import { readFences } from "@/lib/text/markdown/lines";
import { isStorableText } from "@/lib/text/safety/find-invisible";

export type FileReview = { version_checked: string; note: string; reviewed_at: Date; reviewer: string };

/** The content of a SKILL.md, ready to be published. */
export type ParsedSkill = {
  name: string;
  title: string;
  description: string;
  /** The text below the front matter, with LF line ends. */
  markdown: string;
  /** The line of the file where the markdown begins, from 1. */
  markdown_line: number;
  license: string | null;
  /** What the front matter says about the origin, unchecked. */
  claimed: Claimed;
  /** The library that the text describes, as its front matter says. */
  library: Library;
  applicability: ApplicabilityEntry[];
  public_references: string[];
  /** The questions that the text answers, as its author says. */
  questions: string[];
  change_summary: string;
  rationale: string;
  supporting_basis: string;
  review: FileReview | null;
  /** Sections that were moved out of a text that was too long. */
  moved: ReadonlyArray<{ path: string; bytes: Uint8Array }>;
  /** Anything changed or omitted, in plain words. */
  notes: string[];
};

export type ParsedSkillFile = { ok: true; skill: ParsedSkill } | { ok: false; reason: string };

/** Makes a text that is too long shorter by moving sections into files; null when it cannot. */
export type Split = (markdown: string) => (Pick<ParsedSkill, "markdown"> & { files: ParsedSkill["moved"] }) | null;

/** Larger files are not decoded: even with CRLF line ends and the largest front matter the text would be too long. */
const FILE_BYTES_MAX = 131_072;
/** The same for those that may be split: what a version may have with all its files. */
const SPLIT_BYTES_MAX = 1_048_576;

/**
 * Parses the bytes of a SKILL.md (the Agent Skills format: YAML front matter with `name` and `description`, markdown
 * below; Cairn's own fields are under `metadata`) or returns the reason for refusing it. A description over 500
 * characters is shortened, and its full text is appended to `supporting_basis`, as far as there is room. A missing
 * title is the first `#` heading, else the name. A text that is too long is refused, unless `split` makes it shorter.
 */
export function parseSkillFile(bytes: Uint8Array, split?: Split): ParsedSkillFile {
  try {
    return { ok: true, skill: read(bytes, split) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Why a file of this size is refused without being read, or null. */
export function sizeRefusal(bytes: number, mayBeSplit = false): string | null {
  return bytes > (mayBeSplit ? SPLIT_BYTES_MAX : FILE_BYTES_MAX)
    ? `file has ${grouped(bytes)} bytes; the limit for the markdown is ${grouped(MARKDOWN_BYTES_MAX)}`
    : null;
}

function read(bytes: Uint8Array, split?: Split): ParsedSkill {
  const text = decode(bytes, split !== undefined);
  const { front, markdown: whole, line, notes } = splitFrontMatter(text);
  const { markdown, files: moved } = shortened(whole, split);
  if (markdown.trim() === "") throw new Refusal("markdown is missing: there is no text below the front matter");
  if (!isStorableText(markdown)) throw new Refusal("markdown contains U+0000, which cannot be stored");

  const { name, description, license, compatibility, metadata, ...more } = readFrontMatter(front);
  const short = shortenDescription(description);
  const unknown = unknownKeys(front);
  return {
    name,
    title: metadata.title ?? titleFrom(markdown) ?? titleFromName(name),
    description: short,
    markdown,
    markdown_line: line,
    license: license ?? null,
    claimed: claimedIn(front),
    library: libraryIn(front),
    applicability: metadata.applicability ?? [],
    public_references: metadata.references ?? [],
    questions: questionsIn({ questions: more.questions, metadata }),
    change_summary: metadata.change_summary ?? "Taken over from a file that does not say what changed.",
    rationale: metadata.rationale ?? "Taken over from a file that does not say why it was written.",
    supporting_basis: basisFor({
      own: metadata.supporting_basis ?? undefined,
      description: short === description ? null : description,
      compatibility,
      allowedTools: more["allowed-tools"],
    }),
    review: metadata.review ?? null,
    moved,
    notes: [
      ...notes,
      ...(moved.length > 0
        ? [`${moved.length} sections moved to files: ${moved.map(({ path }) => path).join(", ")}`]
        : []),
      ...(short === description
        ? []
        : [`description has ${characters(description)} characters; shortened to ${characters(short)}`]),
      ...(unknown.length > 0 ? [`front matter not imported: ${unknown.slice(0, 10).join(", ")}`] : []),
    ],
  };
}

function shortened(markdown: string, split?: Split): { markdown: string; files: ParsedSkill["moved"] } {
  const size = Buffer.byteLength(markdown);
  if (size <= MARKDOWN_BYTES_MAX) return { markdown, files: [] };
  const limits = `markdown has ${grouped(size)} bytes; the limit is ${grouped(MARKDOWN_BYTES_MAX)}`;
  if (!split) throw new Refusal(`${limits}; with --split its later sections become files in references/`);
  const made = split(markdown);
  if (!made) throw new Refusal(`${limits}, and its sections are too long to become files: give it more headings`);
  return made;
}

function decode(bytes: Uint8Array, mayBeSplit: boolean): string {
  const tooLarge = sizeRefusal(bytes.byteLength, mayBeSplit);
  if (tooLarge) throw new Refusal(tooLarge);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n");
  } catch {
    throw new Refusal("file is not valid UTF-8; save it as UTF-8");
  }
}

/**
 * Cut after a sentence where that keeps four fifths of the room, else after a word, with an ellipsis. Lists and search
 * results show descriptions, so a higher limit would lengthen them all. Refusing the file would exclude good skills,
 * because the Agent Skills format permits 1,024 characters. Submissions over HTTP are refused instead: their author can
 * write a shorter one.
 */
function shortenDescription(description: string): string {
  const all = [...description];
  if (all.length <= DESCRIPTION_CHARACTERS_MAX) return description;
  const room = all.slice(0, DESCRIPTION_CHARACTERS_MAX).join("");
  // A sentence may end exactly at the limit, so the search for its space goes one character further.
  const sentence = /^.*[.!?。！？](?=\s)/su.exec(`${room}${all[DESCRIPTION_CHARACTERS_MAX]}`)?.[0];
  if (sentence && characters(sentence) >= 0.8 * DESCRIPTION_CHARACTERS_MAX) return sentence;
  const words = all.slice(0, DESCRIPTION_CHARACTERS_MAX - 1).join("");
  return `${words.replace(/[\s,;:(]+\S*$/u, "") || words}…`;
}

const headings = unified().use(remarkParse).freeze();

/** The first heading when it is a `#` one and short enough. Code fences contain lines that only look like headings. */
function titleFrom(markdown: string): string | null {
  const { kindOf } = readFences();
  for (const line of markdown.split("\n")) {
    if (kindOf(line) !== "text") continue;
    const heading = /^ {0,3}(#{1,6})[ \t]+\S/.exec(line);
    if (heading)
      return heading[1] === "#" && line.length <= 4 * TITLE_CHARACTERS_MAX
        ? fitting(plainText(headings.parse(line)))
        : null;
  }
  return null;
}

function fitting(heading: string): string | null {
  const title = heading.replace(/\s+/g, " ").trim();
  return title !== "" && characters(title) <= TITLE_CHARACTERS_MAX ? title : null;
}

function titleFromName(name: string): string {
  const words = name.replace(/[-_]+/g, " ").trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The file's own basis comes first and whole; anything after it is cut to the remaining room. */
function basisFor({
  own,
  description,
  compatibility,
  allowedTools,
}: {
  own: string | undefined;
  description: string | null;
  compatibility: string | null | undefined;
  allowedTools: string | null | undefined;
}): string {
  const parts = [own ?? "Taken over from a file that names no basis; nothing in it was checked here."];
  if (compatibility && own === undefined) parts.push(`Compatibility, as the file states it: ${compatibility}`);
  if (allowedTools) parts.push(`Tools that the file asks to allow: ${allowedTools}.`);
  if (description) parts.push(`The file's description in full: ${description}`);
  return [...parts.join(" ")].slice(0, SUPPORTING_BASIS_CHARACTERS_MAX).join("").trimEnd();
}
