import { seededRandom } from "@/db/eval/seeded-random";

/** What a skill is made of, as a source and as a result. */
export type SkillText = { title: string; description: string; markdown: string; technologies: readonly string[] };

/** How many of a text's longer words are replaced, and how many of those by words of the new skill's own topic. */
const REPLACED = { title: 1, description: 0.85, body: 0.5 } as const;
const OWN = { title: 0.9, description: 0.7, body: 0.4 } as const;
const WORD = /\p{L}{4,}/gu;
const TOPIC_WORDS = 24;
/** Within what a version may hold. */
const CHARACTERS_MAX = { title: 110, description: 480, body: 20_000 } as const;
/** New names a library gains with each skill: its vocabulary grows as real ones do, and never stops. */
const NAMES_PER_SKILL = 0.5;
const SYLLABLES =
  "ba be bo da de di fa fe ga go ha ja ka ke ko la li lo ma me mo na ne ni pa po ra re ro sa si so ta te to va vi wa xe za".split(
    " ",
  );

/**
 * Skills that nobody wrote, of the sizes and the words of real ones: sentences of the sources, mixed, with part of
 * their words replaced by each skill's own topic. The same sources, count and seed give the same skills. They are about
 * nothing, so they answer no question; they share words with every question that the sources answer.
 */
export function* generateSkills(sources: readonly SkillText[], count: number, seed = 1): Generator<SkillText> {
  const { pick, chance, below } = seededRandom(seed);
  // With their repetitions: a word is drawn as often as the sources use it.
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
    // As long as one of the sources, from any line on: runs of lines keep lists and code together.
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
