import { MARKDOWN_BYTES_MAX } from "@/lib/contract/primitives";
import { slugFrom } from "@/lib/domain/publishing/slug";
import { type SkillFile, TEXT_FILE_BYTES_MAX } from "@/lib/domain/publishing/version-files";
import { readFences } from "@/lib/text/markdown/lines";

type Section = { heading: string; text: string };

const DEEPEST = 6;

/**
 * Moves the later sections of a text that is too long for one SKILL.md to files in `references/`, by its headings, and
 * ends the text with links to them. A section of the second level that is too long for a file is moved in the sections
 * below it. Null when a text cannot be split so.
 */
export function splitSkill(
  markdown: string,
  taken: readonly string[] = [],
): { markdown: string; files: SkillFile[] } | null {
  const sections = sectionsThatFit(markdown);
  // As many as fit together with the list of the others.
  for (let kept = sections.length - 1; kept > 0; kept -= 1) {
    const files = filesOf(sections.slice(kept), taken);
    const start = sections.slice(0, kept).map(({ text }) => text);
    const whole = `${start.join("").trimEnd()}\n\n${listOf(files)}`;
    if (Buffer.byteLength(whole) > MARKDOWN_BYTES_MAX) continue;
    return files.some(({ bytes }) => bytes.byteLength > TEXT_FILE_BYTES_MAX)
      ? null
      : { markdown: whole, files: files.map(({ path, bytes }) => ({ path, bytes })) };
  }
  return null;
}

/** The sections of the second level; one that is too long for its place in those of deeper levels, if it has such. */
function sectionsThatFit(markdown: string): Section[] {
  let sections = sectionsOf(markdown, 2);
  for (let depth = 3; depth <= DEEPEST; depth += 1) {
    sections = sections.flatMap((section, place) => {
      const most = place === 0 ? MARKDOWN_BYTES_MAX / 2 : TEXT_FILE_BYTES_MAX;
      if (Buffer.byteLength(section.text) <= most) return [section];
      const [first, ...others] = sectionsOf(section.text, depth);
      return [{ heading: section.heading, text: first?.text ?? "" }, ...others];
    });
  }
  return sections;
}

function filesOf(moved: readonly Section[], taken: readonly string[]) {
  const names = new Set(taken.map((path) => path.toLowerCase()));
  return moved.map(({ heading, text }) => ({
    path: freePath(heading, names),
    heading,
    bytes: Buffer.from(`${seenFromReferences(text).trimEnd()}\n`),
  }));
}

/** The text in sections, each from its heading on; the first one is what stands before the second heading. */
function sectionsOf(markdown: string, depth: number): Section[] {
  const { kindOf } = readFences();
  const heading = new RegExp(`^ {0,3}#{1,${depth}}[ \\t]+(\\S.*?)[ \\t]*#*$`);
  const sections: Section[] = [{ heading: "", text: "" }];
  for (const line of markdown.split(/(?<=\n)/)) {
    const found = kindOf(line.trimEnd()) === "text" ? heading.exec(line.trimEnd()) : null;
    const last = sections.at(-1);
    if (found && last && last.text.trim() !== "") sections.push({ heading: found[1] ?? "", text: line });
    else if (last) last.text += line;
  }
  return sections;
}

function freePath(heading: string, names: Set<string>): string {
  const slug = slugFrom(heading);
  for (let count = 1; ; count += 1) {
    const path = `references/${slug}${count === 1 ? "" : `-${count}`}.md`;
    if (names.has(path)) continue;
    names.add(path);
    return path;
  }
}

/** Relative links lead from the folder of the files to the same places. */
function seenFromReferences(text: string): string {
  return text.replace(/(\]\()(?![a-z][a-z0-9+.-]*:|[/#<])(?=[^\s)])/gi, "$1../");
}

function listOf(files: ReadonlyArray<{ path: string; heading: string }>): string {
  const lines = files.map(({ path, heading }) => `- [${heading.replace(/[[\]\\]/g, "\\$&")}](${path})`);
  return `## More sections\n\nThis text was too long for one file. Its later sections are in files of their own:\n\n${lines.join("\n")}\n`;
}
