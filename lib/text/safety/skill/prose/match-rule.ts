import { type Concept, verbs } from "@/lib/text/safety/skill/prose/lexicon";
import type { Form } from "@/lib/text/safety/skill/prose/name-forms";
import type { ProseRule } from "@/lib/text/safety/skill/prose/prose-rule";
import type { Hit, Sentence } from "@/lib/text/safety/skill/prose/read-prose";

/** A sentence with its position in the whole text. */
export type Placed = Sentence & {
  offset: number;
  heading: boolean;
  item: boolean;
  opens: boolean;
  commanded: boolean;
  told: boolean;
};

/** A part of a sentence with its position in the whole text. */
export type Placing = Hit & { sentence: Placed; offset: number };

/** The parts of a sentence that rules may use: orders, things and manners, without forbidden or quoted parts. */
export function usable(sentence: Placed): Placing[] {
  // A sentence about an attack, or about text to refuse, gives no orders. Quoted speech of a page or a person is not an
  // order of this text.
  if (QUOTED.test(sentence.text)) return [];
  const refused = sentence.hits.some(({ concept }) => concept === "refused");
  const deeds = sentence.hits.filter(({ concept }) => verbs.has(concept as Concept));
  // Objects of a purely forbidden action do not count for other sentences.
  const isDenied = deeds.some(({ status }) => status === "not") && deeds.every(({ status }) => status !== "order");
  const usable: Placing[] = [];
  for (const hit of sentence.hits) {
    if (verbs.has(hit.concept as Concept) && (hit.status !== "order" || refused)) {
      // An order not to say, ask or show something is an order too.
      if (hit.status === "not" && NEGATED.has(hit.concept) && !refused)
        usable.push(placed(hit, sentence, `!${hit.concept}` as Form));
    } else if (!isDenied || MANNERS.has(hit.concept)) usable.push(placed(hit, sentence));
  }
  return usable;
}

/** Written out: object spread took a fifth of the time for texts of many short words. */
function placed({ concept, from, to, at, status }: Hit, sentence: Placed, as: Hit["concept"] = concept): Placing {
  return { concept: as, from, to, at, status, sentence, offset: sentence.offset + at };
}

/** Whether a sentence names a web address. */
export function hasAddress(sentence: Sentence): boolean {
  return sentence.hits.some(({ concept }) => concept === "url");
}

const QUOTED = /(?:says?|steht|dice|dit|写着)\b[^"“„«]{0,40}["“„«]/iu;
const NEGATED = new Set<string>(["tell", "ask", "show"]);

/** Manners, and people who must not know: expressed by forbidding. */
const MANNERS = new Set<string>([
  "unseen",
  "unasked",
  "secret",
  "human",
  "approval",
  "all",
  "override",
  "outranks",
  "agreed",
]);

/** Start positions, in order, of windows that contain the rarest part of a rule. */
export function windowStarts(rule: ProseRule, size: number, places: ReadonlyMap<string, readonly number[]>): number[] {
  let rarest: number[] | undefined;
  for (const list of rule.all) {
    const at = list.flatMap((sign) => places.get(sign) ?? []);
    if (rarest === undefined || at.length < rarest.length) rarest = at;
  }
  const starts = new Set<number>();
  for (const at of rarest ?? [])
    for (let start = Math.max(0, at - size + 1); start <= at; start += 1) starts.add(start);
  return [...starts].sort((a, b) => a - b);
}

/** A hit for each list of the rule, all with different words; otherwise null. */
export function assign(hits: Placing[], rule: ProseRule): { offset: number } | null {
  if (rule.not?.some((sign) => hits.some(({ concept }) => concept === sign))) return null;
  if (!rule.all.some((list) => list.some(isDeed)) && !hits.some(({ concept }) => isDeed(concept))) return null;
  const used: Placing[] = [];
  if (!placeFrom(0, hits, rule, used)) return null;
  const verb = used.find(({ concept }) => verbs.has(concept as Concept)) ?? used[0];
  return verb ? { offset: verb.offset } : null;
}

/**
 * Adds hits to `used` for the lists of a rule from `index` on; if that fails, returns false and leaves `used`
 * unchanged.
 */
function placeFrom(index: number, hits: readonly Placing[], rule: ProseRule, used: Placing[]): boolean {
  const signs = rule.all[index];
  if (!signs) return true;
  let tried = 0;
  const partner = rule.together?.[1] === index ? used[rule.together[0]]?.sentence : undefined;
  for (const hit of hits) {
    if (!signs.includes(hit.concept) || (partner !== undefined && hit.sentence !== partner) || clashes(used, hit))
      continue;
    tried += 1;
    if (tried > TRIES_MAX) return false;
    used.push(hit);
    if (placeFrom(index + 1, hits, rule, used)) return true;
    used.pop();
  }
  return false;
}

/** Whether a hit overlaps another in its sentence, or is too far from it. */
function clashes(used: readonly Placing[], hit: Placing): boolean {
  if (hit.from < 0) return false;
  for (const one of used)
    if (one.sentence === hit.sentence && (isSameWords(one, hit) || Math.abs(one.from - hit.from) > REACH_MAX))
      return true;
  return false;
}

const TRIES_MAX = 6;
/** Maximum words between parts of one frame. */
const REACH_MAX = 45;

/** Whether two parts have the same words; a thing inside a longer name counts separately. */
function isSameWords(one: Hit, hit: Hit): boolean {
  if (one.from >= hit.to || hit.from >= one.to) return false;
  const isInside = one.from !== hit.from || one.to !== hit.to;
  return !isInside || verbs.has(one.concept as Concept) || verbs.has(hit.concept as Concept);
}

const isDeed = (concept: string) =>
  verbs.has(concept as Concept) || concept.startsWith("!") || concept === "override" || concept === "secret";
