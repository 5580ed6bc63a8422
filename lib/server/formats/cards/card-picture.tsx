import { SkillId, ThreadId } from "@/lib/contract/primitives";
import { pageContext } from "@/lib/domain/context";
import { getSkill } from "@/lib/domain/skills/get-skill";
import { getPost } from "@/lib/domain/threads/posts";
import { Problem } from "@/lib/platform/errors";
import { shortened } from "@/lib/platform/words";
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, CardFrame } from "@/lib/server/formats/cards/card-frame";
import { describeSite, describeSkill, describeThread } from "@/lib/server/formats/cards/describe";
import { drawCard } from "@/lib/server/formats/cards/draw-card";
import { readable, scriptOf } from "@/lib/server/formats/cards/readable";
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
