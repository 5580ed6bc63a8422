import { z } from "zod";
import { isWebReference } from "@/lib/contract/addresses";
import {
  APPLICABILITY_ENTRIES_MAX,
  ApplicabilityEntry,
  CHANGE_SUMMARY_CHARACTERS_MAX,
  characters,
  DESCRIPTION_CHARACTERS_MAX,
  QUESTION_CHARACTERS_MAX,
  QUESTIONS_MAX,
  REFERENCES_MAX,
  SUPPORTING_BASIS_CHARACTERS_MAX,
  TITLE_CHARACTERS_MAX,
  URL_CHARACTERS_MAX,
} from "@/lib/contract/primitives";
import { Refusal, readYaml } from "@/lib/domain/skills/front-matter-yaml";
import type { Claimed } from "@/lib/domain/skills/origin";
import { checkJson } from "@/lib/platform/check-json";
import { grouped } from "@/lib/platform/words";
import { isStorableText } from "@/lib/text/safety/find-invisible";

/** The reason for a file that does not start like a SKILL.md. */
export const NO_FRONT_MATTER = "front matter is missing: the first line must be ---";

/** Agent Skills front matter is a few hundred bytes; this leaves room for a long description and twelve constraints. */
const FRONT_MATTER_BYTES_MAX = 16_384;
const NAME_CHARACTERS_MAX = 120;
const RATIONALE_CHARACTERS_MAX = 1_000;
const ALLOWED_TOOLS_CHARACTERS_MAX = 1_000;

/**
 * Splits a SKILL.md into its parsed YAML front matter and the markdown below it (leading blank lines dropped; `line` is
 * its first line in the file, from 1). A front matter that YAML cannot read is read as its author meant it where that is
 * plain (`notes` say so). Throws `Refusal` when it is missing or cannot be read: aliases, tags and duplicate keys are
 * refused.
 */
export function splitFrontMatter(text: string): { front: unknown; markdown: string; line: number; notes: string[] } {
  const opening = /^---[ \t]*\n/.exec(text);
  if (!opening) throw new Refusal(NO_FRONT_MATTER);
  const rest = text.slice(opening[0].length);
  const closing = /^---[ \t]*(?:\n|$)/m.exec(rest);
  if (!closing) throw new Refusal("front matter has no end: a second line --- is missing");
  const yaml = rest.slice(0, closing.index);
  if (Buffer.byteLength(yaml) > FRONT_MATTER_BYTES_MAX) {
    throw new Refusal(
      `front matter has ${grouped(Buffer.byteLength(yaml))} bytes; the limit is ${grouped(FRONT_MATTER_BYTES_MAX)}`,
    );
  }
  const markdown = rest.slice(closing.index + closing[0].length).replace(/^(?:[ \t]*\n)+/, "");
  const line = text.slice(0, text.length - markdown.length).split("\n").length;
  return { ...readYaml(yaml), markdown, line };
}

/** Validates the front matter. Throws `Refusal` naming the wrong keys; unknown keys are ignored (`unknownKeys`). */
export function readFrontMatter(front: unknown): FrontMatter {
  const { result } = checkJson(FrontMatter, front ?? {});
  if (!result.success) throw new Refusal(result.error.issues.slice(0, 3).map(inWords).join("; "));
  return result.data;
}

/** The keys of a front matter that nothing here reads, such as `version` or `metadata.owner`, in their order. */
export function unknownKeys(front: unknown): string[] {
  const { metadata } = FrontMatter.shape;
  const inside = metadata.out instanceof z.ZodObject ? metadata.out.shape : {};
  const top = Object.keys(Object(front)).filter((key) => !(key in FrontMatter.shape));
  const below = Object.keys(Object(Object(front).metadata)).filter((key) => !(key in inside));
  return [...top, ...below.map((key) => `metadata.${key}`)];
}

/** What a front matter says about the origin of its text. Odd values and missing ones are undefined. */
export function claimedIn(front: unknown): Claimed {
  const { metadata, license, ...top } = Object(front);
  const inside = Object(metadata);
  return {
    repository: firstText([inside.repository, inside.source, top.repository, top.source]),
    license: firstText([license, inside.license]),
    author: firstText([inside.author, top.author]),
    github: githubIn({ ...top, ...inside }),
  };
}

/** The keys that the GitHub command line writes into a skill that it installs. */
function githubIn(keys: Record<string, unknown>): Claimed["github"] {
  const repo = firstText([keys["github-repo"]])?.trim();
  if (repo === undefined) return undefined;
  return {
    repository: /^[\w.-]+\/[\w.-]+$/.test(repo) ? `https://github.com/${repo}` : repo,
    ref: firstText([keys["github-ref"]]),
    path: firstText([keys["github-path"]]),
    tree: firstText([keys["github-tree-sha"]]),
  };
}

/** The library that a skill of a package describes, and the skills that it needs first. */
export type Library = { name: string | null; version: string | null; requires: string[] };

/** What packages write beside name and description. Odd values, missing ones and what cannot be stored are left out. */
export function libraryIn(front: unknown): Library {
  const { library, library_version, requires } = Object(front);
  const list: unknown[] = Array.isArray(requires) ? requires : [requires];
  const isText = (each: unknown): each is string =>
    typeof each === "string" && each.trim() !== "" && isStorableText(each);
  return {
    name: isText(library) ? library : null,
    version: isText(library_version) ? library_version : null,
    requires: list.filter(isText).slice(0, 20),
  };
}

const Submitted = z.strictObject({
  bundle: z.string().optional(),
  license: z.string().optional(),
  questions: z.unknown().optional(),
  metadata: z
    .strictObject({
      author: z.string().optional(),
      repository: z.string().optional(),
      source: z.string().optional(),
      questions: z.unknown().optional(),
    })
    .optional(),
});

export type TakenFrontMatter = {
  markdown: string;
  claimed: Claimed;
  questions: string[];
  /** Which files come with it: the id of a bundle, `none`, or whatever else it says there. Null when it says nothing. */
  bundle: string | null;
  /** Why the questions cannot be taken, in words. The front matter then stays. */
  errors: string[];
};

/**
 * Takes a front matter that states nothing but the origin (`license`, `metadata.author`, `metadata.repository`),
 * `questions` and the `bundle` of its files off a submitted markdown. Any other front matter stays, and the rules reject it: the service writes its
 * own.
 */
export function takeFrontMatter(markdown: string): TakenFrontMatter {
  const whole: TakenFrontMatter = { markdown, claimed: {}, questions: [], bundle: null, errors: [] };
  try {
    const { front, markdown: text } = splitFrontMatter(markdown);
    const { result: submitted } = checkJson(Submitted, front);
    if (text === "" || !submitted.success) return whole;
    const stated = { questions: submitted.data.questions, metadata: { questions: submitted.data.metadata?.questions } };
    const { result: read } = checkJson(Stated, stated);
    if (!read.success) return { ...whole, errors: read.error.issues.map(inWords) };
    const { bundle = null } = submitted.data;
    return { markdown: text, claimed: claimedIn(front), questions: questionsIn(read.data), bundle, errors: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return whole;
  }
}

/** The questions of a front matter, which may be at its top or under `metadata`. */
export function questionsIn({ questions, metadata }: Pick<FrontMatter, "questions"> & StatedInside): string[] {
  return questions ?? metadata.questions ?? [];
}

function firstText(values: unknown[]): string | undefined {
  return values.find((value) => typeof value === "string" && value.trim() !== "") as string | undefined;
}

/** One paragraph of text: folded YAML and line breaks become single spaces. */
const prose = (charactersMax: number) =>
  z
    .string({
      error: ({ input }) => (input === undefined || input === null ? "is missing" : "must be text; put it in quotes"),
    })
    .transform((text) => text.replace(/\s+/g, " ").trim())
    .refine((text) => text !== "", "is empty")
    .refine((text) => characters(text) <= charactersMax, `has more than ${grouped(charactersMax)} characters`)
    .refine(isStorableText, "contains U+0000 or half of a surrogate pair, which cannot be stored");

const reference = prose(URL_CHARACTERS_MAX).refine(
  isWebReference,
  "must be an absolute http or https URL without credentials",
);

// Not `max`, which complains about the length of a text, too.
const listOf = <T extends z.ZodType>(item: T, what: string, most: number) =>
  z.array(item, `must be a list of ${what}`).refine((list) => list.length <= most, `has more than ${most} entries`);

const Questions = listOf(prose(QUESTION_CHARACTERS_MAX), "questions", QUESTIONS_MAX);

/** Read by claimedIn, at the top and under metadata: odd values are omitted rather than refused. */
const claims = {
  author: z.unknown().optional(),
  repository: z.unknown().optional(),
  source: z.unknown().optional(),
  "github-repo": z.unknown().optional(),
  "github-ref": z.unknown().optional(),
  "github-path": z.unknown().optional(),
  "github-tree-sha": z.unknown().optional(),
};

const FrontMatter = z.object(
  {
    name: prose(NAME_CHARACTERS_MAX),
    // The Agent Skills format allows 1,024; text that we shorten may be longer.
    description: prose(4 * DESCRIPTION_CHARACTERS_MAX),
    license: prose(200).nullish(),
    ...claims,
    // Read by libraryIn.
    library: z.unknown().optional(),
    library_version: z.unknown().optional(),
    requires: z.unknown().optional(),
    // Shown to readers unchanged, so an odd value is omitted rather than refused.
    compatibility: prose(DESCRIPTION_CHARACTERS_MAX).nullish().catch(null),
    // The Agent Skills format has a text, Claude Code also a list. It is shown to readers, never passed to a client.
    "allowed-tools": z
      .union([prose(ALLOWED_TOOLS_CHARACTERS_MAX), z.array(prose(200)).transform((tools) => tools.join(", "))])
      .nullish()
      .catch(null),
    questions: Questions.nullish(),
    metadata: z.preprocess(
      (value) => value ?? {},
      z.object(
        {
          ...claims,
          license: z.unknown().optional(),
          title: prose(TITLE_CHARACTERS_MAX).nullish(),
          applicability: listOf(ApplicabilityEntry, "entries", APPLICABILITY_ENTRIES_MAX)
            .refine(
              (entries) => entries.every((entry) => isStorableText(entry.technology + entry.constraint)),
              "contains U+0000",
            )
            .nullish(),
          references: listOf(reference, "URLs", REFERENCES_MAX).nullish(),
          questions: Questions.nullish(),
          change_summary: prose(CHANGE_SUMMARY_CHARACTERS_MAX).nullish(),
          rationale: prose(RATIONALE_CHARACTERS_MAX).nullish(),
          supporting_basis: prose(SUPPORTING_BASIS_CHARACTERS_MAX).nullish(),
          review: z
            .strictObject({
              version_checked: prose(120),
              note: prose(2_000),
              reviewed_at: z
                .string("must be a date in quotes")
                .regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?Z)?$/, "must be a date like 2026-11-21")
                .refine((text) => !Number.isNaN(Date.parse(text)), "is not a date of the calendar")
                .transform((text) => new Date(text)),
              reviewer: prose(120),
            })
            .nullish(),
        },
        "must be a map of keys to values",
      ),
    ),
  },
  "must be a map of keys to values",
);
export type FrontMatter = z.output<typeof FrontMatter>;

const Stated = z.object({ questions: Questions.nullish(), metadata: z.object({ questions: Questions.nullish() }) });
type StatedInside = { metadata: { questions?: string[] | null | undefined } };

function inWords({ path, message }: z.core.$ZodIssue): string {
  const place = path.reduce<string>(
    (text, part) => text + (typeof part === "number" ? `[${part}]` : `${text && "."}${String(part)}`),
    "",
  );
  return place ? `front matter: \`${place}\` ${message}` : `front matter ${message}`;
}
