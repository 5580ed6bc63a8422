import { pathOf } from "@/components/path-of";
import { Applicability } from "@/components/skills/applicability";
import { excerptInWords } from "@/components/skills/excerpt-in-words";
import { OriginFact } from "@/components/skills/origin";
import { OutcomeSummary } from "@/components/skills/outcomes";
import { ReviewBadge } from "@/components/skills/review";
import { type Reader, withReader } from "@/components/skills/with-reader";
import { Badge } from "@/components/ui/badge";
import { Marked } from "@/components/ui/marked";
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
  origin?: Origin | null;
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

/** Picks the card data of a match. */
export function matchOf({ why, excerpt, matched_words, verdict, strength }: CardMatch): CardMatch {
  return { why, excerpt, matched_words, verdict, strength };
}

const VERDICTS: Record<string, { tone: "moss" | "amber"; text: string }> = {
  compatible: { tone: "moss", text: "Fits your version" },
  version_not_given: { tone: "amber", text: "Depends on your version" },
  unknown: { tone: "amber", text: "Fit with your version unknown" },
};

/** One skill in a list: title, description, applicability, review and outcomes. */
export function SkillCard({
  skill,
  match,
  reader = {},
  heading: Heading = "h2",
}: {
  skill: CardSkill;
  match?: CardMatch | null;
  /** The reader's technology, so that the skill's page shows at once whether it fits. */
  reader?: Reader | undefined;
  heading?: "h2" | "h3" | "h4" | undefined;
}) {
  const verdict = match?.verdict ? VERDICTS[match.verdict] : undefined;
  return (
    <article className="group relative max-w-3xl py-5">
      <Heading dir="auto" className="text-xl">
        <a
          href={withReader(pathOf(skill.canonical_url), reader)}
          className="after:absolute after:inset-0 group-hover:text-moss group-hover:underline group-hover:underline-offset-4"
        >
          <Marked text={skill.title} words={match?.matched_words} />
        </a>
      </Heading>
      <p dir="auto" className="mt-1 text-ink-soft">
        <Marked text={skill.description} words={match?.matched_words} />
      </p>
      {match?.excerpt && (
        <p dir="auto" className="mt-2 border-line border-s-2 ps-3 text-base text-ink-soft">
          <Marked text={excerptInWords(match.excerpt)} words={match?.matched_words} />
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {verdict && <Badge tone={verdict.tone}>{verdict.text}</Badge>}
        <ReviewBadge review={skill.review} technology={skill.reviewed_technology} />
        <OutcomeSummary outcomes={skill.outcomes} small />
        <Applicability entries={skill.applicability} max={4} />
        <OriginFact origin={skill.origin} />
      </div>
      {match && match.why.length > 0 && <p className="label mt-2">Matched in {match.why.join(", ")}</p>}
    </article>
  );
}
