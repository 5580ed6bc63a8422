import { type Found, ruleWords } from "@/lib/safety/skill/found";
import { languageOf, fold } from "@/lib/safety/skill/prose/dictionary";
import { verbs, type Concept } from "@/lib/safety/skill/prose/lexicon";
import { type Hit, readSentences, type Sentence } from "@/lib/safety/skill/prose/read-prose";
import { type ProseRule, proseRules } from "@/lib/safety/skill/prose/rules";

/** A sentence with the place it has in the whole text. */
type Placed = Sentence & { offset: number; heading: boolean; told: boolean };

/** Sentences of one section that are looked at together. */
const SECTION_MAX = 8;

/** Prose of a section: pieces with their offset in the whole text. */
export type ProsePart = { text: string; offset: number; heading: boolean; item: boolean };

/** Judges the prose of one section, in its language. Reports each rule at its first place in it. */
export function judgeProse(parts: readonly ProsePart[], report: (found: Found) => void, rules: readonly ProseRule[] = proseRules): void {
  const words = parts.flatMap((part) => part.text.slice(0, 600).split(/[^\p{L}]+/u).map(fold));
  const han = parts.some((part) => /\p{Script=Han}/u.test(part.text));
  const language = languageOf(words, han);
  const sentences: Placed[] = [];
  let governed = false;
  for (const part of parts) {
    const read = readSentences(part.text, language);
    if (!part.item) governed = false;
    for (const sentence of read) sentences.push({ ...sentence, offset: part.offset, heading: part.heading, told: part.item && governed });
    const last = read.at(-1);
    if (!part.item && last && /[:：]\s*$/.test(part.text.trimEnd())) governed = isGoverning(last);
  }
  for (const rule of rules) {
    if (rule.within === "section") judgeWindows(sentences, rule, SECTION_MAX, report);
    else judgeWindows(sentences, rule, rule.within === "pair" ? 2 : 1, report);
  }
}

/** "Reject a text that …:", "Never:" and the like speak for the list below them. */
function isGoverning(sentence: Sentence): boolean {
  return sentence.hits.some(({ concept }) => concept === "detect" || concept === "refused" || concept === "villain" || concept === "might") || /(?:never|do not|don['’]t|nie|niemals|nunca|jamais|不要|禁止|切勿)\s*[:：]?\s*$/i.test(sentence.text);
}

function judgeWindows(sentences: Placed[], rule: ProseRule, size: number, report: (found: Found) => void): void {
  for (let at = 0; at < sentences.length; at += 1) {
    const window = sentences.slice(at, at + size).filter((one) => !(rule.body && one.heading));
    const first = window[0];
    if (!first || !fits(first, rule)) continue;
    const hits = window.flatMap((sentence, index) => (sentence.told && !hasAddress(sentence) ? [] : usable(sentence, index)));
    const found = assign(hits, rule);
    if (found === null) continue;
    report({ row: `prose: ${rule.row}`, rule: rule.rule, what: ruleWords[rule.rule] ?? rule.rule, at: found.offset });
    return;
  }
}

type Placing = Hit & { sentence: number; offset: number };

/** Whether the first sentence of a window has any of the signs: else a later window will find the same. */
function fits(sentence: Placed, rule: ProseRule): boolean {
  return sentence.hits.some(({ concept }) => rule.all.some((signs) => signs.includes(concept)));
}

function hasAddress(sentence: Sentence): boolean {
  return sentence.hits.some(({ concept }) => concept === "url" || concept === "mail");
}

function usable(sentence: Placed, index: number): Placing[] {
  // A sentence about an attack, or about what must be refused, gives no orders.
  const refused = sentence.hits.some(({ concept }) => concept === "refused");
  return sentence.hits.flatMap((hit) => {
    if (verbs.has(hit.concept as Concept) && (hit.status !== "order" || refused)) return [];
    return [{ ...hit, sentence: index, offset: sentence.offset + hit.at }];
  });
}

/** A hit for each list of the rule, no two of the same words; null without. */
function assign(hits: Placing[], rule: ProseRule): { offset: number } | null {
  if (rule.not?.some((sign) => hits.some(({ concept }) => concept === sign))) return null;
  const used: Placing[] = [];
  const place = (index: number): boolean => {
    const signs = rule.all[index];
    if (!signs) return true;
    let tried = 0;
    for (const hit of hits) {
      if (!signs.includes(hit.concept) || used.some((one) => one.sentence === hit.sentence && one.from < hit.to && hit.from < one.to)) continue;
      tried += 1;
      if (tried > 6) return false;
      used.push(hit);
      if (place(index + 1)) return true;
      used.pop();
    }
    return false;
  };
  if (!place(0)) return null;
  const verb = used.find(({ concept }) => verbs.has(concept as Concept)) ?? used[0];
  return verb ? { offset: verb.offset } : null;
}
