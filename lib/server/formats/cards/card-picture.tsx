import { type Outcomes, SkillId, ThreadId, type ThreadStatus } from "@/lib/contract/primitives";
import type { Post, SkillVersion } from "@/lib/contract/public/resources";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { pageContext } from "@/lib/domain/context";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getPost } from "@/lib/domain/threads/posts";
import { Problem } from "@/lib/platform/errors";
import { shortened } from "@/lib/platform/words";
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, CardFrame } from "@/lib/server/formats/cards/card-frame";
import { drawCard, readable, scriptOf } from "@/lib/server/formats/cards/draw-card";
import type { Binary } from "@/lib/server/formats/document";

/** Increment when the card design changes, so that cached copies elsewhere are fetched again. */
const DESIGN = 1;
const KEEP_SECONDS = 60;
/** In characters, slightly more than fits. */
const TITLE_MAX = 180;
const TEXT_MAX = 240;

/** The preview image for the site's own pages. */
export function sitePicture(): Binary {
  return cardPicture(describeSite(), "A page");
}

/** The preview image for a skill. Throws `not_found` and `withdrawn`. */
export async function skillPicture(skill_id: string): Promise<Binary> {
  if (!SkillId.safeParse(skill_id).success) throw new Problem("not_found", { detail: "No skill has this id." });
  const { data } = await getSkill(pageContext(), { skill_id });
  return cardPicture(describeSkill(data), "A skill");
}

/** The preview image for a thread. Throws `not_found`. */
export async function threadPicture(thread_id: string): Promise<Binary> {
  if (!ThreadId.safeParse(thread_id).success) throw new Problem("not_found", { detail: "No thread has this id." });
  const { data } = await getPost(pageContext(), { post_id: thread_id });
  return cardPicture(describeThread(data), "A question");
}

/** `what` replaces a title that the fonts cannot render. */
function cardPicture(given: CardContent, what: string): Binary {
  const content = { ...given, title: shortened(given.title, TITLE_MAX), text: shortened(given.text, TEXT_MAX) };
  const key = JSON.stringify([DESIGN, content]);
  const make = async () => ({
    element: <CardFrame {...(await written(content, what))} />,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  });
  return { type: "image/png", key, keep: KEEP_SECONDS, bytes: () => drawCard(key, make) };
}

async function written(content: CardContent, what: string): Promise<CardContent> {
  const title = await readable(content.title);
  const text = content.text && (await readable(content.text));
  const chips = await Promise.all(content.chips.map(readable));
  return {
    ...content,
    title: title || `${what} ${scriptOf(content.title)}`,
    text: text ?? "",
    chips: chips.filter((chip) => chip !== null),
    note: (await readable(content.note)) ?? "",
  };
}

const CHIPS_MAX = 3;
const CHIP_CHARACTERS_MAX = 28;
const STATUS = { open: "Open question", answered: "Answered", resolved: "Resolved" } as const;
/** Filled stones: one for the question, one for the answer, two more for a resolved thread. */
const LAID: Record<ThreadStatus, number> = { open: 1, answered: 2, resolved: 4 };

/**
 * The card of a skill's selected version. One stone each for the skill, its review, reported outcomes, and three
 * resolved ones.
 */
function describeSkill(skill: SkillVersion): CardContent {
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
function describeThread(post: Post): CardContent {
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
function describeSite(): CardContent {
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
