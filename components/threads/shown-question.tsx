import type { ThreadTechnology } from "@/lib/contract/search-answer";

const SHOWN_MAX = 5;

/** The technologies of a question as chips, with the versions that the asker named. */
export function ThreadTechnologies({ technologies }: { technologies: ThreadTechnology[] }) {
  if (technologies.length === 0) return null;
  return (
    <ul aria-label="Technologies" className="flex flex-wrap gap-1.5">
      {technologies.slice(0, SHOWN_MAX).map(({ technology, version, source }) => (
        <li
          key={`${technology} ${version}`}
          className={`wrap-anywhere rounded-sm border px-2 py-0.5 font-mono text-ink-soft text-sm ${source === "inferred" ? "border-line-strong border-dashed" : "border-line bg-surface"}`}
        >
          <bdi>{technology}</bdi>
          {version && (
            <>
              {" "}
              <bdi className="text-ink">{version}</bdi>
            </>
          )}
          {source === "inferred" && <span className="font-sans"> (inferred)</span>}
        </li>
      ))}
    </ul>
  );
}

const TITLE_CHARACTERS_MAX = 120;
const TITLE_CHARACTERS_MIN = 12;
/** Ends of words that look like ends of sentences. */
const ABBREVIATION = /(?:\b(?:e\.g|i\.e|etc|vs|v|cf|approx|no|resp)|\b\p{Lu})\.$/iu;

/**
 * A question as a title of at most 120 characters and the rest. The title is the first sentence or line; one that is
 * longer is cut after a word, and then the rest is the whole question.
 */
export function splitQuestion(question: string): { title: string; rest: string } {
  const text = question.trim();
  const end = endOfSentence(text);
  const sentence = text.slice(0, end).trim();
  if ([...sentence].length <= TITLE_CHARACTERS_MAX)
    return { title: sentence, rest: text.slice(end).replace(/^\s*\n|^ +/, "") };
  const kept = [...sentence].slice(0, TITLE_CHARACTERS_MAX - 1).join("");
  const words = kept.slice(0, Math.max(kept.lastIndexOf(" "), kept.length - 30)).trimEnd();
  return { title: `${words}…`, rest: text };
}

function endOfSentence(text: string): number {
  const line = text.search(/\n/);
  const first = line < 0 ? text : text.slice(0, line);
  for (const { 0: mark, index } of first.matchAll(/[.!?](?=\s)|[。！？]/gu)) {
    const end = index + mark.length;
    if (end >= TITLE_CHARACTERS_MIN && !ABBREVIATION.test(first.slice(0, end))) return end;
  }
  return first.length;
}
