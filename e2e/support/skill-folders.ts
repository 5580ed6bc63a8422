import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export type SkillText = {
  name?: string;
  description?: string;
  title?: string;
  body?: string;
  review?: string;
  questions?: string[];
};

/** A temporary root with skill folders. `name` is unique to this run, so nothing in the database has it yet. */
export type SkillRoot = {
  root: string;
  name: string;
  /** Writes a SKILL.md, or another file of the same format, at a path under the root. */
  put(file: string, text?: SkillText): void;
  remove(): void;
};

export function makeSkillRoot(): SkillRoot {
  const root = mkdtempSync(path.join(tmpdir(), "cairn-skills-"));
  const name = `pg-upsert-${randomBytes(5).toString("hex")}`;
  return {
    root,
    name,
    put(
      file,
      { description = `Use when rows of ${name} are inserted or updated.`, title = "Upsert rows", body, ...text } = {},
    ) {
      const target = path.join(root, file);
      mkdirSync(path.dirname(target), { recursive: true });
      const front = `name: ${text.name ?? name}\ndescription: ${description}\nmetadata:\n  title: ${title}`;
      const review = text.review ? `  review: ${text.review}\n` : "";
      const questions = text.questions ? `questions: ${JSON.stringify(text.questions)}\n` : "";
      writeFileSync(target, `---\n${front}\n${review}${questions}---\n${body ?? `# Upsert\n\nText of ${name}.\n`}`);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
