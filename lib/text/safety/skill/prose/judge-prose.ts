import { type Found, ruleWords } from "@/lib/text/safety/skill/found";
import { fold, type Language, languageOf } from "@/lib/text/safety/skill/prose/dictionary";
import { isAsked, isForbidden, isGoverning, isRefusedRequest, OPENING } from "@/lib/text/safety/skill/prose/excuses";
import { type FrameHit, findFrames } from "@/lib/text/safety/skill/prose/frames/find-frames";
import { type Concept, verbs } from "@/lib/text/safety/skill/prose/lexicon";
import {
  assign,
  hasAddress,
  type Placed,
  type Placing,
  usable,
  windowStarts,
} from "@/lib/text/safety/skill/prose/match-rule";
import type { ProseRule } from "@/lib/text/safety/skill/prose/prose-rule";
import { readSentences } from "@/lib/text/safety/skill/prose/read-prose";
import { proseRules } from "@/lib/text/safety/skill/prose/rules";

/** Maximum sentences of a section that are judged together. */
const SECTION_MAX = 5;

/** Prose of a section: pieces with their offset in the whole text. */
export type ProsePart = { text: string; offset: number; heading: boolean; item: boolean };

/**
 * Judges the prose of one section, in its language. Reports each rule once, at its first position. `shadow` says
 * whether the section conceals something or relays a stranger.
 */
export function judgeProse(
  parts: readonly ProsePart[],
  whole: Language,
  report: (found: Found) => void,
  rules: readonly ProseRule[] = proseRules,
): { sentences: Placed[]; shadow: boolean; frames: FrameHit[] } {
  const language = languageOfParts(parts, whole);
  const sentences: Placed[] = [];
  let governed = false;
  let commanded = false;
  for (const part of parts) {
    const read = readSentences(part.text, language);
    if (!part.item) governed = false;
    const opens = OPENING.test(part.text.slice(-12));
    const isForbiddenPart = isForbidden(part.text);
    const isFlagRow = part.item && /`-{1,2}\w/.test(part.text);
    // Written out: object spread took a third of the time for texts of many short pieces.
    for (const sentence of read)
      sentences.push({
        hits: sentence.hits,
        at: sentence.at,
        text: sentence.text,
        end: sentence.end,
        offset: part.offset,
        item: part.item,
        opens,
        commanded: part.item && commanded,
        heading: part.heading || isFlagRow,
        told: (part.item && governed) || isForbiddenPart || isAsked(sentence) || isRefusedRequest(sentence.text),
      });
    const last = read.at(-1);
    if (!part.item && last && (opens || part.text.length < 30)) governed = isGoverning(last);
    if (part.item && part.text.startsWith("|")) {
      if (PATTERN_HEADER.test(part.text)) governed = true;
      if (COMMAND_HEADER.test(part.text)) commanded = true;
    } else if (!part.item) commanded = false;
  }
  const quoted = new Set(parts.filter(({ text }) => QUOTED_WHOLLY.test(text)).map(({ offset }) => offset));
  const frames = findFrames(
    sentences.filter(({ offset }) => !quoted.has(offset)),
    language,
  );
  for (const { frame, at } of frames)
    if (!frame.weak)
      report({ row: `frame: ${frame.row}`, rule: frame.rule, what: ruleWords[frame.rule] ?? frame.rule, at });
  if (sentences.every(({ hits }) => hits.length === 0)) return { sentences, shadow: false, frames };
  const usableHits = sentences.map((sentence) => (sentence.told && !hasAddress(sentence) ? [] : usable(sentence)));
  const signs = usableHits.map((hits) =>
    hits.length === 0 ? NONE : new Set<string>(hits.map(({ concept }) => concept)),
  );
  const places = new Map<string, number[]>();
  for (const [at, one] of signs.entries())
    for (const sign of one) {
      const known = places.get(sign);
      if (known) known.push(at);
      else places.set(sign, [at]);
    }
  const denied = deniedIn(sentences);
  for (const rule of rules) {
    if (rule.within === "sentence") {
      // A forbidden danger is only shown to the reader and does not affect the verdict.
      const [deeds = []] = rule.all as readonly (readonly string[])[];
      const warning = denied.find(
        ({ forbidden, hits }) => deeds.some((deed) => forbidden.has(deed)) && assign(hits, rule) !== null,
      );
      if (warning)
        report({
          row: `notice: ${rule.row}`,
          rule: rule.rule,
          what: `${ruleWords[rule.rule] ?? rule.rule}, in what reads like a warning`,
          at: warning.at,
          notice: true,
        });
    }
    if (!rule.all.every((list) => isAny(places, list))) continue;
    const size = rule.within === "section" || rule.within === "list" ? SECTION_MAX : rule.within === "pair" ? 2 : 1;
    for (const at of windowStarts(rule, size, places)) {
      if (at >= sentences.length) break;
      const window: number[] = [];
      for (let index = at; index < Math.min(at + size, sentences.length); index += 1) {
        if (
          rule.within === "list" &&
          (index === at ? sentences[at]?.item || !sentences[at]?.opens : !sentences[index]?.item)
        )
          break;
        if (!(rule.body && sentences[index]?.heading)) window.push(index);
      }
      if (!rule.all.every((list) => window.some((index) => isAny(signs[index] ?? NONE, list)))) continue;
      const found = assign(
        window.flatMap((index) => usableHits[index] ?? []),
        rule,
      );
      if (found === null) continue;
      report({ row: `prose: ${rule.row}`, rule: rule.rule, what: ruleWords[rule.rule] ?? rule.rule, at: found.offset });
      break;
    }
  }
  const shadow = signs.some(
    (one) =>
      one.has("unseen") ||
      one.has("secret") ||
      one.has("stranger") ||
      one.has("unasked") ||
      (one.has("!tell") && one.has("human")),
  );
  return { sentences, shadow: shadow || frames.length > 0, frames };
}

function isAny(known: { has: (sign: string) => boolean }, list: readonly string[]): boolean {
  for (const sign of list) if (known.has(sign)) return true;
  return false;
}

/** A list item or a paragraph that is one quotation. */
const QUOTED_WHOLLY = /^\s*["“„«»「][^"“”„«»「」\n]{3,400}["“”«»」]\s*$/;

type Denied = { at: number; forbidden: Set<string>; hits: Placing[] };

/** The sentences that forbid something, each wording once. */
function deniedIn(sentences: readonly Placed[]): Denied[] {
  const denied = new Map<string, Denied>();
  for (const sentence of sentences) {
    if (denied.has(sentence.text)) continue;
    const refusals = sentence.hits.filter(({ status }) => status === "not");
    if (!refusals.some(({ concept }) => verbs.has(concept as Concept))) continue;
    denied.set(sentence.text, {
      at: sentence.offset + sentence.at,
      forbidden: new Set(refusals.map(({ concept }) => concept)),
      hits: sentence.hits.map((hit) => ({ ...hit, sentence, offset: sentence.offset + hit.at })),
    });
  }
  return [...denied.values()];
}

/** A table of patterns to look for names dangers in its first column. */
const PATTERN_HEADER =
  /^\|\s{0,4}(?:patterns?|signs?|indicators?|muster|regel|indikator|anzeichen|patron|patrón|señal|motif|signe|indicateur|règle|写法|特征|模式|event|ereignis|finding|rule|smell|threat|risk|attack)\b/iu;

/** A table of commands to run. */
const COMMAND_HEADER =
  /\|\s{0,4}(?:commands?|befehle?|commandes?|comandos?|命令|actions?|aktion|acción|run|ausführen)\s{0,4}\|/iu;

/** The language of a text, or of a section with enough words to detect it. */
export function languageOfText(text: string): Language {
  // Most texts are ASCII: Unicode classes take three times as long.
  if (PLAIN.test(text)) return languageOf(text.toLowerCase().split(/[^a-z]+/), false);
  return languageOf(text.split(/[^\p{L}]+/u).map(fold), /\p{Script=Han}/u.test(text));
}

const PLAIN = /^[ -~\s]*$/;

function languageOfParts(parts: readonly ProsePart[], whole: Language): Language {
  const text = parts
    .map((part) => part.text.slice(0, 200))
    .join(" ")
    .slice(0, 1_000);
  return text.length > 200 || (text.length > 60 && /\p{Script=Han}/u.test(text)) ? languageOfText(text) : whole;
}

const NONE = new Set<string>();
