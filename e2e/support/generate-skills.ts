import { seededRandom } from "@/lib/cli/eval/seeded-random";

/** The parts of a skill, as a source and as a result. */
export type SkillText = { title: string; description: string; markdown: string; technologies: readonly string[] };

/** The share of a text's longer words that is replaced, and the share of those taken from the new skill's own topic. */
const REPLACED = { title: 1, description: 0.85, body: 0.5 } as const;
const OWN = { title: 0.9, description: 0.7, body: 0.4 } as const;
const WORD = /\p{L}{4,}/gu;
const TOPIC_WORDS = 24;
/** Within the limits of a version. */
const CHARACTERS_MAX = { title: 110, description: 480, body: 20_000 } as const;
/** New names that each skill adds: as in a real library, the vocabulary keeps growing. */
const NAMES_PER_SKILL = 0.5;
const SYLLABLES =
  "ba be bo da de di fa fe ga go ha ja ka ke ko la li lo ma me mo na ne ni pa po ra re ro sa si so ta te to va vi wa xe za".split(
    " ",
  );

/**
 * Synthetic skills with the sizes and words of real ones: mixed sentences of the sources, with some words replaced by
 * each skill's own topic. The same sources, count and seed give the same skills. They have no subject, so they answer
 * no question, but they share words with every question that the sources answer.
 */
export function* generateSkills(sources: readonly SkillText[], count: number, seed = 1): Generator<SkillText> {
  const { pick, chance, below } = seededRandom(seed);
  // With repetitions: a word is drawn as often as the sources use it.
  const used = sources.flatMap(
    ({ title, description, markdown }) => `${title} ${description} ${markdown}`.toLowerCase().match(WORD) ?? [],
  );
  const words = [...new Set(used)];
  const lines = sources.flatMap((source) => source.markdown.split("\n"));
  const sentences = sources.flatMap((source) => source.description.split(/(?<=\.)\s+/));
  const technologies = [...new Set(sources.flatMap((source) => source.technologies))].sort();
  const names = Array.from({ length: Math.ceil(count * NAMES_PER_SKILL) + TOPIC_WORDS }, () => {
    return Array.from({ length: 2 + below(3) }, () => pick(SYLLABLES)).join("");
  });
  for (let index = 0; index < count; index += 1) {
    const topic = Array.from({ length: TOPIC_WORDS }, (_, place) => pick(place % 3 === 0 ? names : words));
    const retold = (text: string, field: keyof typeof REPLACED) =>
      text.replace(WORD, (word) => (chance(REPLACED[field]) ? pick(chance(OWN[field]) ? topic : used) : word));
    // As long as one of the sources, starting at any line; runs of lines keep lists and code together.
    const length = pick(sources).markdown.split("\n").length;
    const body: string[] = [];
    while (body.length < length) {
      const from = below(lines.length);
      body.push(...lines.slice(from, from + 6));
    }
    yield {
      title: retold(pick(sources).title, "title").slice(0, CHARACTERS_MAX.title),
      description: retold(`${pick(sentences)} ${pick(sentences)}`, "description").slice(0, CHARACTERS_MAX.description),
      markdown: retold(body.slice(0, length).join("\n"), "body").slice(0, CHARACTERS_MAX.body),
      technologies: technologies.length > 0 ? [pick(technologies)] : [],
    };
  }
}
