import { Fragment } from "react";
import { address, pathOf, type Reader, withReader } from "@/components/address";
import { addedExcerpt } from "@/components/search/excerpts";
import { appliesTo } from "@/components/skills/applicability";
import { OutcomeSummary, ReviewMark } from "@/components/skills/evidence";
import { OriginFact } from "@/components/skills/origin";
import { Marked } from "@/components/ui/marked";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ApplicabilityEntry, Outcomes, Review } from "@/lib/contract/primitives";
import type { Origin } from "@/lib/contract/public/resources";
import type { Strength } from "@/lib/contract/search-answer";

/** The card data of a skill or of one version. */
export type CardSkill = {
  title: string;
  description: string;
  canonical_url: string;
  applicability: ApplicabilityEntry[];
  review: Review;
  /** The technology whose version a review checked; null where it is ambiguous. */
  reviewed_technology: string | null;
  outcomes: Outcomes;
  /** Null where nothing is known; absent where it was not read. */
  origin?: Origin;
};
export type CardMatch = {
  why: string[];
  excerpt: string | null;
  matched_words: string[];
  verdict: string | null;
  strength?: Strength | undefined;
};

/** Picks the card data of a skill. */
export function cardOf(skill: CardSkill): CardSkill {
  const { title, description, canonical_url, applicability, review, reviewed_technology, outcomes, origin } = skill;
  return {
    title,
    description,
    canonical_url,
    applicability,
    review,
    reviewed_technology,
    outcomes,
    ...(origin === undefined ? {} : { origin }),
  };
}

/** Picks the card data of a match. The excerpt is left out where title and description say the same words. */
export function matchOf(match: CardMatch, skill: Pick<CardSkill, "title" | "description">): CardMatch {
  const { why, matched_words, verdict, strength } = match;
  return { why, excerpt: addedExcerpt(match, skill), matched_words, verdict, strength };
}

const VERDICTS: Record<string, { className: string; text: string }> = {
  compatible: { className: "text-moss-strong", text: "Fits your version" },
  version_not_given: { className: "text-amber", text: "Depends on your version" },
  unknown: { className: "text-amber", text: "Fit with your version unknown" },
};

/** One skill in a list, in three layers: its title, two lines of text, one line of facts. */
export function SkillCard({
  skill,
  match,
  reader = {},
  heading: Heading = "h2",
  now,
  why,
}: {
  skill: CardSkill;
  match?: CardMatch | null;
  /** The reader's technology, so that the skill's page shows at once whether it fits. */
  reader?: Reader | undefined;
  heading?: "h2" | "h3" | "h4" | undefined;
  /** With the time of the response the card also says when the review was made. */
  now?: number | undefined;
  /** The address that explains why it is a result. */
  why?: string | undefined;
}) {
  const verdict = match?.verdict ? VERDICTS[match.verdict] : undefined;
  const applies = appliesTo(skill.applicability);
  return (
    <article className="group relative py-2">
      <Heading dir="auto" className="text-lg leading-tight">
        <a
          href={withReader(pathOf(skill.canonical_url), reader)}
          className="after:absolute after:inset-0 group-hover:text-moss group-hover:underline group-hover:underline-offset-4"
        >
          <Marked text={skill.title} words={match?.matched_words} />
        </a>
      </Heading>
      <p
        dir="auto"
        className={`${match?.excerpt ? "line-clamp-1" : "line-clamp-2"} text-[0.9375rem] text-ink-soft leading-snug`}
      >
        <WithCode text={skill.description} words={match?.matched_words} />
      </p>
      {match?.excerpt && (
        <p dir="auto" className="line-clamp-1 text-[0.9375rem] text-ink-soft leading-snug">
          <WithCode text={match.excerpt} words={match.matched_words} />
        </p>
      )}
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-ink-soft text-sm">
        {verdict && <span className={`shrink-0 font-medium ${verdict.className}`}>{verdict.text}</span>}
        <span className="wrap-anywhere min-w-0">
          <ReviewMark review={skill.review} technology={skill.reviewed_technology} />
        </span>
        {now !== undefined && skill.review.state === "reviewed" && (
          <span className="shrink-0">
            <RelativeTime at={skill.review.reviewed_at} now={now} />
          </span>
        )}
        <OutcomeSummary outcomes={skill.outcomes} small />
        <MatchedIn match={match} title={skill.title} />
        <OriginFact origin={skill.origin} />
        <span dir="auto" title={applies} className="wrap-anywhere min-w-0 sm:truncate">
          {applies}
        </span>
        {why && <WhyLink href={why} title={skill.title} className="relative sm:ms-auto" />}
      </div>
    </article>
  );
}

/** Plain text in which words between backticks are code, with the words that a search found marked. */
function WithCode({ text, words }: { text: string; words?: readonly string[] | undefined }) {
  return text.split(/`([^`\n]+)`/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <code key={place} className="font-mono text-[0.9em]">
        <Marked text={part} words={words} />
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <Fragment key={place}>
        <Marked text={part} words={words} />
      </Fragment>
    ),
  );
}

/** Where a search found its words, unless the title shows it. */
function MatchedIn({ match, title }: { match: CardMatch | null | undefined; title: string }) {
  if (!match || match.why.length === 0) return null;
  const written = title.toLowerCase();
  if (match.why.includes("title") || match.matched_words.some((word) => written.includes(word.toLowerCase())))
    return null;
  const fields = match.why.map((field) => (field === "markdown" ? "text" : field));
  return <span className="shrink-0">Matched in {fields.join(", ")}</span>;
}

/** A link to the explanation of a result. Its name says which one. */
export function WhyLink({ href, title, className }: { href: string; title: string; className: string }) {
  return (
    <a
      href={href}
      rel="nofollow"
      aria-label={`Why this result: ${title}`}
      className={`link shrink-0 text-sm ${className}`}
    >
      Why this result
    </a>
  );
}

/** A search whose results can be explained. */
export type Searched = Reader & {
  q: string;
  /** For results of the directory. */
  list?: "directory";
};

/** The address that explains why a skill is a result of a search. */
export function whyPath(searched: Searched, skill: string): string {
  return address("/docs/ranking", { ...searched, skill });
}
