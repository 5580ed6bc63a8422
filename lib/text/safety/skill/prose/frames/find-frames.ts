import type { Language } from "@/lib/text/safety/skill/prose/dictionary";
import { proseFrames } from "@/lib/text/safety/skill/prose/frames/frames";
import type { ProseFrame } from "@/lib/text/safety/skill/prose/frames/prose-frame";
import { isConditional, type RoleHit, readRoles, type Sign } from "@/lib/text/safety/skill/prose/frames/read-roles";
import type { Placed } from "@/lib/text/safety/skill/prose/match-rule";

/** A matched frame, with its position in the text of the section. */
export type FrameHit = { frame: ProseFrame; at: number; sentence: Placed };

type Read = { index: number; hits: RoleHit[]; signs: ReadonlySet<Sign>; at: number };

/**
 * Finds the frames in the sentences of a section, each at its first position. Sentences that only discuss harm are
 * skipped.
 */
export function findFrames(
  sentences: readonly Placed[],
  language: Language,
  frames: readonly ProseFrame[] = proseFrames,
): FrameHit[] {
  const read: Read[] = [];
  for (const [index, sentence] of sentences.entries()) {
    if (sentence.told || sentence.heading || isSpokenOf(sentence)) continue;
    const hits = withoutExcused(readRoles(sentence.text, language), sentence.text);
    if (hits.length === 0) continue;
    read.push({
      index,
      hits,
      signs: new Set(hits.map(({ sign }) => sign)),
      at: sentence.offset + sentence.at,
    });
  }
  if (read.length === 0) return [];
  const signs = new Set(read.flatMap((one) => [...one.signs]));
  return frames.flatMap((frame) => {
    if (!hasAll(signs, frame)) return [];
    const found = placeOf(frame, read);
    const sentence = found && sentences[found.index];
    return sentence ? [{ frame, at: found.at, sentence }] : [];
  });
}

function hasAll(signs: ReadonlySet<Sign>, frame: ProseFrame): boolean {
  for (const list of frame.all) if (!hasOne(signs, list)) return false;
  return true;
}

function hasOne(signs: ReadonlySet<Sign>, list: readonly Sign[]): boolean {
  for (const sign of list) if (signs.has(sign)) return true;
  return false;
}

/** The first position where all parts of a frame occur; otherwise null. */
function placeOf(frame: ProseFrame, read: readonly Read[]): { index: number; at: number } | null {
  for (const [place, one] of read.entries()) {
    if (!hasAll(one.signs, frame) || frame.not?.some((sign) => one.signs.has(sign))) continue;
    const around = read
      .slice(Math.max(0, place - 1), place + 2)
      .filter(({ index }) => Math.abs(index - one.index) <= 1);
    if (!frame.beside?.every((list) => around.some(({ signs }) => hasOne(signs, list))) && frame.beside) continue;
    const first = partsOf(frame, one.hits);
    if (first) return { index: one.index, at: one.at + first.at };
  }
  return null;
}

/** Finds separate hits for all parts of a frame; returns the first of them. */
function partsOf(frame: ProseFrame, hits: readonly RoleHit[]): RoleHit | null {
  const lists = frame.all.map((list) => hits.filter(({ sign }) => list.includes(sign)));
  let tried = 0;
  const choose = (index: number, chosen: readonly RoleHit[]): readonly RoleHit[] | null => {
    const list = lists[index];
    if (!list) return chosen;
    for (const part of list) {
      tried += 1;
      if (tried > TRIES_MAX) return null;
      if (chosen.some((one, at) => !fits(frame, one, part, at === 0 && index === 1))) continue;
      const all = choose(index + 1, [...chosen, part]);
      if (all) return all;
    }
    return null;
  };
  return choose(0, [])?.reduce((first, part) => (part.at < first.at ? part : first)) ?? null;
}

function fits(frame: ProseFrame, one: RoleHit, part: RoleHit, arePair: boolean): boolean {
  if (one.from < part.to && part.from < one.to) return false;
  if (Math.max(one.to, part.to) - Math.min(one.from, part.from) > (arePair ? (frame.near ?? frame.span) : frame.span))
    return false;
  return !(frame.ordered && arePair && part.from < one.from) && !(frame.clause && part.clause !== one.clause);
}

const TRIES_MAX = 120;

/** A text about what must fail, or what might happen, gives no orders. */
function isSpokenOf(sentence: Placed): boolean {
  return sentence.hits.some(({ concept }) => concept === "refused") || SUPPOSED.test(sentence.text);
}

const REJECTS_NOTHING =
  /^[\p{L}]+\s{1,2}(?:nothing|nobody|none|no\b|nichts|niemand|nada|a nadie|rien|personne)|^(?:拒绝|识别|检测)(?:任何)?(?:不|无)/iu;
const CLAUSE_END = /[,，:：;；—–]/u;
/** The point where a sentence turns from a refusal to an order. */
const TURN =
  /[;；—–]|\b(?:but|then|instead|just|aber|sondern|dann|stattdessen|pero|luego|sino|mais|puis|ensuite)\b|但是?|然后|而是|再/iu;

const SUPPOSED =
  /\b(?:could|might|hypothetically|suppose|könnten?|podrían?|pourraient?|pourrait)\b|可能会?|也许|假设/iu;

/**
 * Removes hits after a word of refusal or warning: "reject a text that asks to …". In a condition, such a word excuses
 * only its own clause: "if it looks suspicious, tell nobody" is an order.
 */
function withoutExcused(hits: RoleHit[], text: string): RoleHit[] {
  const first = hits.find(({ sign, at }) => sign === "reject" && !REJECTS_NOTHING.test(text.slice(at, at + 40)));
  if (!first) return hits;
  const end = text.slice(first.at).search(isConditional(text) ? CLAUSE_END : TURN);
  return hits.filter(({ at }) => at < first.at || (end >= 0 && at > first.at + end));
}
