import { shortened } from "@/app/page-metadata";
import { CARD_HEIGHT, CARD_WIDTH, type CardContent, CardFrame } from "@/components/cards/card-frame";
import { drawCard } from "@/lib/cards/draw-card";
import { readable, scriptOf } from "@/lib/cards/readable";
import type { Picture } from "@/lib/discovery/document";

/** Raised when cards are drawn in another way, so that those kept elsewhere are asked for again. */
const DESIGN = 1;
const KEEP_SECONDS = 60;
/** Characters, a little more than there is room for. */
const TITLE_MAX = 180;
const TEXT_MAX = 240;

/** The picture that goes with a link to a page. `what` stands in for a title that the fonts cannot write. */
export function cardPicture(given: CardContent, what: string): Picture {
  const content = { ...given, title: shortened(given.title, TITLE_MAX), text: shortened(given.text, TEXT_MAX) };
  const key = JSON.stringify([DESIGN, content]);
  const make = async () => ({
    element: <CardFrame {...(await written(content, what))} />,
    width: CARD_WIDTH,
    height: CARD_HEIGHT,
  });
  return { key, keep: KEEP_SECONDS, png: () => drawCard(key, make) };
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
