import { titleInWords } from "@/lib/contract/erased-in-words";
import type { Outcomes, ThreadStatus } from "@/lib/contract/primitives";
import type { Post, SkillVersion } from "@/lib/contract/public/resources";
import type { CardContent } from "@/lib/server/formats/cards/card-frame";

const CHIPS_MAX = 3;
const CHIP_CHARACTERS_MAX = 28;
const STATUS = { open: "Open question", answered: "Answered", resolved: "Resolved" } as const;
/** Filled stones: one for the question, one for the answer, two more for a resolved thread. */
const LAID: Record<ThreadStatus, number> = { open: 1, answered: 2, resolved: 4 };

/**
 * The card of a skill's selected version. One stone each for the skill, its review, reported outcomes, and three
 * resolved ones.
 */
export function describeSkill(skill: SkillVersion): CardContent {
  const { review, outcomes } = skill;
  const reported = outcomes.resolved + outcomes.partial + outcomes.failed;
  return {
    kicker: "Skill",
    tone: "moss",
    title: skill.title,
    text: skill.description,
    chips: skill.applicability
      .map(({ technology, constraint }) => `${technology} ${constraint}`)
      .filter((chip) => [...chip].length <= CHIP_CHARACTERS_MAX)
      .slice(0, CHIPS_MAX),
    note: [
      review.state === "reviewed" ? `Reviewed for ${review.version_checked}` : "Not reviewed",
      ...(reported > 0 ? [outcomesText(outcomes)] : []),
    ].join(" · "),
    laid: 1 + [review.state === "reviewed", reported > 0, outcomes.resolved >= 3].filter(Boolean).length,
  };
}

/** The card of a thread in its current state. */
export function describeThread(post: Post): CardContent {
  const replies = post.reply_count === 1 ? "1 reply" : `${post.reply_count} replies`;
  const asked = new Date(post.created_at).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return {
    kicker: STATUS[post.status],
    tone: post.status === "open" ? "amber" : "moss",
    title: titleInWords(post),
    text: "",
    chips: [],
    note: `${post.reply_count === 0 ? "No reply yet" : replies} · asked on ${asked}`,
    laid: LAID[post.status],
  };
}

/** The card of pages without a subject of their own. */
export function describeSite(): CardContent {
  return {
    kicker: "Public library",
    tone: "moss",
    title: "Version-checked skills for AI agents",
    text: "A free public library of short guides that say which versions they fit, who reviewed them, and how they worked for others.",
    chips: ["Search", "Ask a question", "Report the outcome"],
    note: "Free, without an account",
    laid: 4,
  };
}

function outcomesText({ resolved, partial, failed }: Outcomes): string {
  return [resolved && `${resolved} worked`, partial && `${partial} partly`, failed && `${failed} failed`]
    .filter(Boolean)
    .join(" · ");
}
