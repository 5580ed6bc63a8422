import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { findSkills, LIBRARY } from "@/lib/domain/import/find-skills";
import { readSkill } from "@/lib/domain/import/read-skill";
import type { ParsedSkill } from "@/lib/domain/skills/parse-skill-file";

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

const FOLDER = join(import.meta.dirname, "skills");
const Line = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+-[1-9]\d*$/),
  label: z.enum(SAMPLE_SIDES),
  lang: z.enum(SAMPLE_LANGUAGES),
  form: z.enum(SAMPLE_FORMS),
  text: z.string().regex(/^# \S/),
});

/** Reads the labelled skill texts, in the order of their files and lines. `half` and `side` filter. */
export function readSamples(select: { half?: SkillSample["half"]; side?: SkillSample["side"] } = {}): SkillSample[] {
  const samples: SkillSample[] = [];
  for (const half of SAMPLE_HALVES.filter((one) => one === (select.half ?? one)))
    for (const side of SAMPLE_SIDES.filter((one) => one === (select.side ?? one))) {
      const lines = readFileSync(join(FOLDER, `${half}-${side}.jsonl`), "utf8")
        .trimEnd()
        .split("\n");
      for (const line of lines) samples.push(sampleOf(Line.parse(JSON.parse(line)), half));
    }
  return samples;
}

/** A digest of the current labelled texts of `tune`. */
export function samplesDigest(): string {
  const hash = createHash("sha256");
  for (const { id, side, markdown } of readSamples({ half: "tune" })) hash.update(JSON.stringify([id, side, markdown]));
  return hash.digest("hex");
}

function sampleOf({ id, label, lang, form, text }: z.infer<typeof Line>, half: SkillSample["half"]): SkillSample {
  return {
    id,
    kind: id.replace(/-\d+$/, ""),
    side: label,
    half,
    lang,
    form,
    code: /^ {0,3}(```|~~~)/m.test(text.replace(/^(> ?|\s*[-*] )+/gm, "")),
    title: text.split("\n", 1)[0]?.slice(2) ?? "",
    markdown: text,
  };
}

/** The newest version of each skill of the starter library, read as by the import. */
export function librarySkills(): ParsedSkill[] {
  return findSkills(LIBRARY).skills.flatMap((folder) => {
    const { newest } = readSkill(folder);
    return newest ? [newest.skill] : [];
  });
}
