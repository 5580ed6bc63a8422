import { type Found, ruleWords } from "@/lib/safety/skill/found";
import { fold, type Language, languageOf } from "@/lib/safety/skill/prose/dictionary";
import { type Concept, verbs } from "@/lib/safety/skill/prose/lexicon";
import type { Form } from "@/lib/safety/skill/prose/name-forms";
import type { ProseRule } from "@/lib/safety/skill/prose/prose-rule";
import { type Hit, readSentences, type Sentence } from "@/lib/safety/skill/prose/read-prose";
import { proseRules } from "@/lib/safety/skill/prose/rules";

/** A sentence with the place it has in the whole text. */
type Placed = Sentence & {
  offset: number;
  heading: boolean;
  item: boolean;
  opens: boolean;
  commanded: boolean;
  told: boolean;
};

/** Sentences of one section that are looked at together. */
const SECTION_MAX = 5;

/** Prose of a section: pieces with their offset in the whole text. */
export type ProsePart = { text: string; offset: number; heading: boolean; item: boolean };

/**
 * Judges the prose of one section, in its language. Reports each rule at its first place in it. `shadow` says whether it
 * hides something or speaks for a stranger.
 */
export function judgeProse(
  parts: readonly ProsePart[],
  whole: Language,
  report: (found: Found) => void,
  rules: readonly ProseRule[] = proseRules,
): { sentences: Placed[]; shadow: boolean } {
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
    for (const sentence of read)
      sentences.push({
        ...sentence,
        offset: part.offset,
        item: part.item,
        opens,
        commanded: part.item && commanded,
        heading: part.heading || isFlagRow,
        told: (part.item && governed) || isForbiddenPart || isAsked(sentence),
      });
    const last = read.at(-1);
    if (!part.item && last && (opens || part.text.length < 30)) governed = isGoverning(last);
    if (part.item && part.text.startsWith("|")) {
      if (PATTERN_HEADER.test(part.text)) governed = true;
      if (COMMAND_HEADER.test(part.text)) commanded = true;
    } else if (!part.item) commanded = false;
  }
  if (sentences.every(({ hits }) => hits.length === 0)) return { sentences, shadow: false };
  const usableHits = sentences.map((sentence) => (sentence.told && !hasAddress(sentence) ? [] : usable(sentence)));
  const signs = usableHits.map((hits) =>
    hits.length === 0 ? NONE : new Set<string>(hits.map(({ concept }) => concept)),
  );
  const all = new Set(usableHits.flatMap((hits) => hits.map(({ concept }) => concept as string)));
  const places = new Map<string, number[]>();
  for (const [at, one] of signs.entries())
    for (const sign of one) {
      const known = places.get(sign);
      if (known) known.push(at);
      else places.set(sign, [at]);
    }
  const any = (set: Set<string>, list: readonly string[]) => list.some((sign) => set.has(sign));
  const denied = sentences.filter((sentence) =>
    sentence.hits.some(({ concept, status }) => status === "not" && verbs.has(concept as Concept)),
  );
  for (const rule of rules) {
    if (rule.within === "sentence")
      for (const sentence of denied) {
        // A danger that is forbidden is shown to the reader, and changes nothing.
        const hits = sentence.hits.map((hit) => ({ ...hit, sentence, offset: sentence.offset + hit.at }));
        if (
          !hits.some(
            ({ concept, status }) => status === "not" && (rule.all[0] as readonly string[]).includes(concept),
          ) ||
          assign(hits, rule) === null
        )
          continue;
        const what = ruleWords[rule.rule] ?? rule.rule;
        report({
          row: `notice: ${rule.row}`,
          rule: rule.rule,
          what: `${what}, in what reads like a warning`,
          at: sentence.offset + sentence.at,
          notice: true,
        });
        break;
      }
    if (!rule.all.every((list) => any(all, list))) continue;
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
      if (!rule.all.every((list) => window.some((index) => any(signs[index] as Set<string>, list)))) continue;
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
  return { sentences, shadow };
}

/** A table of what to look for names dangers in its first column. */
const PATTERN_HEADER =
  /^\|\s{0,4}(?:patterns?|signs?|indicators?|muster|regel|indikator|anzeichen|patron|patrón|señal|motif|signe|indicateur|règle|写法|特征|模式|event|ereignis|finding|rule|smell|threat|risk|attack)\b/iu;

/** A table of what to run. */
const COMMAND_HEADER =
  /\|\s{0,4}(?:commands?|befehle?|commandes?|comandos?|命令|actions?|aktion|acción|run|ausführen)\s{0,4}\|/iu;

/** The language of a text, or of a section of it with enough words to tell. */
export function languageOfText(text: string): Language {
  return languageOf(text.split(/[^\p{L}]+/u).map(fold), /\p{Script=Han}/u.test(text));
}

function languageOfParts(parts: readonly ProsePart[], whole: Language): Language {
  const text = parts
    .map((part) => part.text.slice(0, 200))
    .join(" ")
    .slice(0, 1_000);
  return text.length > 200 || (text.length > 60 && /\p{Script=Han}/u.test(text)) ? languageOfText(text) : whole;
}

/**
 * Whether a command in a sentence is only named: the sentence forbids it, speaks of an attack, or neither asks for it nor
 * says where it reaches.
 */
export function isExcusedSpan(sentences: readonly Placed[], at: number, code: string): boolean {
  const sentence = sentences.findLast((one) => one.offset + one.at <= at + 1);
  if (!sentence) return false;
  const frames = sentence.hits.filter(
    ({ concept }) => concept === "detect" || concept === "refused" || concept === "villain" || concept === "might",
  );
  const here = at - sentence.offset;
  const deeds = sentence.hits.filter((hit) => DEEDS.has(hit.concept) && hit.at < here);
  const last = deeds.at(-1);
  if (
    last?.status === "not" ||
    (last === undefined && sentence.hits.some(({ concept, at: place }) => concept === "not" && place < here))
  )
    return true;
  const isConcrete =
    !/…|\.\.\./.test(code) &&
    /https?:\/\/[\w-]+\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w-]+\.(?:example|invalid|com|net|org|io|sh|dev)\b|\/dev\/(?:sd|nvme|disk|hd)|~\/\.|\.env\b|\/var\/\w+\/\w|secrets\./.test(
      code,
    );
  if (sentence.told || frames.length > 0) return !isConcrete || frames.length > 0;
  if (isConcrete) return false;
  return (
    /…|\.\.\./.test(code) ||
    !(
      deeds.some(({ status }) => status === "order") ||
      sentence.commanded ||
      (sentence.item && !sentence.text.startsWith("|"))
    )
  );
}

const DEEDS = new Set<string>([
  "run",
  "get",
  "obey",
  "install",
  "off",
  "write",
  "delete",
  "send",
  "show",
  "change",
  "put",
  "grant",
  "read",
  "take",
]);

/** "Reject a text that …:", "Never:" and the like speak for the list below them. */
function isGoverning(sentence: Sentence): boolean {
  return (
    sentence.hits.some(({ concept }) => concept === "detect" || concept === "refused" || concept === "villain") ||
    /(?:never|do not|don['’]t|must not|must never|avoid|forbidden|prohibited|verboten|prohibido|interdit|nie|niemals|nunca|jamais|不要|禁止|切勿)[\s*_:：]*$|对照|逐条|审核|评审|核查|审查清单|危险写法/i.test(
      sentence.text,
    )
  );
}

/** A question asks for nothing to be done: "does it upload files?" */
function isAsked(sentence: Sentence): boolean {
  return /[?？]/.test(sentence.end) || /^(?:是否|有没有|有无|能否)/.test(sentence.text);
}

/** "Copying it into a form. That is forbidden.", "改文件权限：禁止。" */
function isForbidden(text: string): boolean {
  return FORBIDDING.test(text) && FORBIDDEN_AFTER.test(text);
}

const OPENING = /[:：][\s*_]*$/;
const FORBIDDING =
  /forbidden|prohibited|allowed|verboten|untersagt|erlaubt|tabu|prohibid|interdit|proscrire|禁止|不允许|不可以|严禁/i;
const FORBIDDEN_AFTER =
  /(?:[.:;,—–-]|\)|`)\s{0,3}(?:(?:that|this|it|das|dies|es|esto|eso|c['’]|ceci|cela|est|ist|is|está|queda)\s{0,2}){0,2}(?:est\s)?(?:strictly |streng |strengstens |strictement )?(?:forbidden|prohibited|not allowed|never allowed|verboten|untersagt|nicht erlaubt|tabu|prohibido|prohibida|interdit|interdite|à proscrire)\b|[：:，,、。]\s{0,2}(?:一律)?(?:禁止|不允许|不可以|严禁)(?:[。，,；;！]|$)/imu;

const QUOTED = /(?:says?|steht|dice|dit|写着)\b[^"“„«]{0,40}["“„«]/iu;
const NONE = new Set<string>();
const NEGATED = new Set<string>(["tell", "ask", "show"]);

type Placing = Hit & { sentence: Placed; offset: number };

function hasAddress(sentence: Sentence): boolean {
  return sentence.hits.some(({ concept }) => concept === "url");
}

export function usable(sentence: Placed): Placing[] {
  // A sentence about an attack, or about what must be refused, gives no orders.
  // What a page or a person is said to say is no order of this text.
  if (QUOTED.test(sentence.text)) return [];
  const refused = sentence.hits.some(({ concept }) => concept === "refused");
  const deeds = sentence.hits.filter(({ concept }) => verbs.has(concept as Concept));
  // What is only forbidden lends its objects to no other sentence.
  const isDenied = deeds.some(({ status }) => status === "not") && deeds.every(({ status }) => status !== "order");
  return sentence.hits.flatMap((hit) => {
    if (verbs.has(hit.concept as Concept) && (hit.status !== "order" || refused)) {
      // What is not to be said, asked or shown is an order too.
      return hit.status === "not" && NEGATED.has(hit.concept) && !refused
        ? [{ ...hit, concept: `!${hit.concept}` as Form, sentence, offset: sentence.offset + hit.at }]
        : [];
    }
    return isDenied && !MANNERS.has(hit.concept) ? [] : [{ ...hit, sentence, offset: sentence.offset + hit.at }];
  });
}

/** How something is to be done, and who must not know: said by forbidding. */
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

/** Words between parts of one frame. */
const REACH_MAX = 45;

/** Whether two parts are named by the same words; a thing inside a longer name counts on its own. */
function isSameWords(one: Hit, hit: Hit): boolean {
  if (one.from >= hit.to || hit.from >= one.to) return false;
  const isInside = one.from !== hit.from || one.to !== hit.to;
  return !isInside || verbs.has(one.concept as Concept) || verbs.has(hit.concept as Concept);
}

const isDeed = (concept: string) =>
  verbs.has(concept as Concept) || concept.startsWith("!") || concept === "override" || concept === "secret";

/** Where windows may begin that hold the rarest part of a rule, in order. */
function windowStarts(rule: ProseRule, size: number, places: ReadonlyMap<string, readonly number[]>): number[] {
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

/** A hit for each list of the rule, no two of the same words; null without. */
function assign(hits: Placing[], rule: ProseRule): { offset: number } | null {
  if (rule.not?.some((sign) => hits.some(({ concept }) => concept === sign))) return null;
  const used: Placing[] = [];
  const place = (index: number): boolean => {
    const signs = rule.all[index];
    if (!signs) return true;
    let tried = 0;
    for (const hit of hits) {
      if (
        !signs.includes(hit.concept) ||
        used.some(
          (one) =>
            one.sentence === hit.sentence &&
            (isSameWords(one, hit) || Math.abs(one.from - hit.from) > REACH_MAX) &&
            hit.from >= 0,
        )
      )
        continue;
      tried += 1;
      if (tried > 6) return false;
      used.push(hit);
      if (place(index + 1)) return true;
      used.pop();
    }
    return false;
  };
  if (!rule.all.some((list) => list.some(isDeed)) && !hits.some(({ concept }) => isDeed(concept))) return null;
  if (!place(0)) return null;
  const verb = used.find(({ concept }) => verbs.has(concept as Concept)) ?? used[0];
  return verb ? { offset: verb.offset } : null;
}
