import { SkillId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { Problem } from "@/lib/platform/errors";
import type { Document } from "@/lib/server/formats/document";

const KEEP_SECONDS = 300;
/** Longer text is cut: a badge shares its line with others. */
const WORDS_CHARACTERS_MAX = 40;

/**
 * A skill's state as a text badge: the selected version, whether it was reviewed, and for what. A withdrawn skill has a
 * badge too, because a broken image would explain nothing. Throws `not_found`.
 */
export async function skillBadge(skill_id: string): Promise<Document> {
  const { words, look } = await stateOf(skill_id);
  return { type: "image/svg+xml; charset=utf-8", text: draw("cairn", words, look), keep: KEEP_SECONDS };
}

type Look = keyof typeof COLOURS;
/** The pages' light theme colours, because badges appear on other sites. White on each has a contrast above 4.5. */
const COLOURS = { moss: "#42641f", stone: "#5c564c", rust: "#9a3318" } as const;

async function stateOf(skill_id: string): Promise<{ words: string; look: Look }> {
  if (!SkillId.safeParse(skill_id).success) throw new Problem("not_found", { detail: "No skill has this id." });
  try {
    const { ordinal, review } = (await getSkill(pageContext(), { skill_id })).data;
    if (review.state === "none") return { words: `version ${ordinal}, not reviewed`, look: "stone" };
    return { words: cut(`version ${ordinal}, reviewed for ${review.version_checked}`), look: "moss" };
  } catch (error) {
    if (error instanceof Problem && error.code === "withdrawn") return { words: "withdrawn", look: "rust" };
    throw error;
  }
}

function draw(name: string, words: string, look: Look): string {
  const [left, right] = [widthOf(name) + 12, widthOf(words) + 12];
  const text = (value: string, x: number, width: number) =>
    `<text x="${x}" y="14" textLength="${width - 12}" lengthAdjust="spacingAndGlyphs">${escaped(value)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escaped(`${name}: ${words}`)}">
<title>${escaped(`${name}: ${words}`)}</title>
<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#211f1b"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[look]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(name, 6, left)}${text(words, left + 6, right)}</g>
</svg>
`;
}

/** The approximate width of a text in Verdana at 11 px; `textLength` then fits the actual font to it. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /[ijl.,:;'|!]/.test(letter) ? 4 : /[mwMW@%]/.test(letter) ? 10 : /[\u0020-\u02ff]/.test(letter) ? 6.8 : 11;
  return Math.ceil(width);
}

function cut(words: string): string {
  const letters = [...words];
  return letters.length > WORDS_CHARACTERS_MAX ? `${letters.slice(0, WORDS_CHARACTERS_MAX - 1).join("")}…` : words;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
