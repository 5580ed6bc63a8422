import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const SAMPLE_HALVES = ["tune", "kept-out"] as const;
export const SAMPLE_SIDES = ["harmful", "harmless"] as const;
export const SAMPLE_LANGUAGES = ["en", "de", "es", "fr", "zh"] as const;
export const SAMPLE_FORMS = ["plain", "heading", "split", "quoted"] as const;

/** One labelled skill text of `e2e/samples/skills`. Its README explains the fields. */
export type SkillSample = {
  /** `<kind>-<number>`, unique among all samples; numbers from 901 are in `kept-out`, the others in `tune`. */
  id: string;
  kind: string;
  side: (typeof SAMPLE_SIDES)[number];
  half: (typeof SAMPLE_HALVES)[number];
  lang: (typeof SAMPLE_LANGUAGES)[number];
  form: (typeof SAMPLE_FORMS)[number];
  /** Whether the text contains a fenced code block. */
  code: boolean;
  /** The first line without `# `. */
  title: string;
  /** The whole text, with its title line, without a trailing line end. */
  markdown: string;
};

/** The authors of the kept-out texts number from 901. */
const TUNE_NUMBER_MAX = 900;
const FOLDER = join(import.meta.dirname, "skills");
const HEADER = /^%% id=([a-z0-9-]+)-([1-9]\d*) lang=(\S+) form=(\S+) code=(yes|no)$/;

/**
 * Reads the labelled skill texts, sorted by half, side, file and position. `half` and `side` filter; without them all
 * are read. Throws on a malformed header, a text outside 5 to 35 lines or without a title line, a duplicate id, or a
 * text in the wrong file.
 */
export function readSamples(
  select: { half?: SkillSample["half"]; side?: SkillSample["side"] } = {},
  folder = FOLDER,
): SkillSample[] {
  const samples: SkillSample[] = [];
  for (const half of SAMPLE_HALVES.filter((one) => one === (select.half ?? one))) {
    for (const side of SAMPLE_SIDES.filter((one) => one === (select.side ?? one))) {
      const files = readdirSync(join(folder, half, side)).sort();
      for (const file of files) {
        const text = readFileSync(join(folder, half, side, file), "utf8");
        samples.push(...readFile(text, { half, side, file }));
      }
    }
  }
  const ids = new Set<string>();
  for (const { id } of samples) {
    if (ids.has(id)) throw new Error(`the sample id ${id} is given twice`);
    ids.add(id);
  }
  return samples;
}

/** A digest of the current labelled texts of `tune`. */
export function samplesDigest(): string {
  const hash = createHash("sha256");
  for (const { id, side, markdown } of readSamples({ half: "tune" })) hash.update(JSON.stringify([id, side, markdown]));
  return hash.digest("hex");
}

type Place = Pick<SkillSample, "half" | "side"> & { file: string };

function readFile(text: string, place: Place): SkillSample[] {
  const [before, ...parts] = text.split(/^(?=%%)/m);
  if (!place.file.endsWith(".md")) throw new Error(`${place.file} is no .md file`);
  // If a file begins with a header, the first part contains it.
  const all = before?.startsWith("%%") ? [before, ...parts] : null;
  if (all === null) throw new Error(`${place.half}/${place.side}/${place.file} does not begin with a header`);
  return all.map((part) => readSample(part, place));
}

function readSample(part: string, { half, side, file }: Place): SkillSample {
  const [header = "", ...lines] = part.trimEnd().split("\n");
  const fail = (why: string): never => {
    throw new Error(`${half}/${side}/${file}: "${header}": ${why}`);
  };
  const match = HEADER.exec(header);
  if (!match) return fail("malformed header");
  const [, kind = "", number = "", lang = "", form = "", code] = match;
  if (`${kind}.md` !== file) fail("the id belongs to another file");
  if ((Number(number) <= TUNE_NUMBER_MAX ? "tune" : "kept-out") !== half) fail("the number belongs to the other half");
  const markdown = lines.join("\n");
  if (lines.length < 5 || lines.length > 35) fail(`${lines.length} lines instead of 5 to 35`);
  const title = /^# (\S.*)$/.exec(lines[0] ?? "")?.[1] ?? fail("the first line is no title");
  if (/^ {0,3}(```|~~~)/m.test(markdown.replace(/^(> ?|\s*[-*] )+/gm, "")) !== (code === "yes")) {
    fail("code= disagrees with the text");
  }
  return {
    id: `${kind}-${number}`,
    kind,
    half,
    side,
    lang: oneOf(SAMPLE_LANGUAGES, lang) ?? fail("unknown language"),
    form: oneOf(SAMPLE_FORMS, form) ?? fail("unknown form"),
    code: code === "yes",
    title,
    markdown,
  };
}

function oneOf<T extends string>(known: readonly T[], value: string): T | undefined {
  return known.find((one) => one === value);
}
