import type { Placed } from "@/lib/safety/skill/prose/match-rule";
import type { Sentence } from "@/lib/safety/skill/prose/read-prose";

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
export function isGoverning(sentence: Sentence): boolean {
  return (
    sentence.hits.some(({ concept }) => concept === "detect" || concept === "refused" || concept === "villain") ||
    /(?:never|do not|don['’]t|must not|must never|avoid|forbidden|prohibited|verboten|prohibido|interdit|nie|niemals|nunca|jamais|不要|禁止|切勿)[\s*_:：]*$|对照|逐条|审核|评审|核查|审查清单|危险写法/i.test(
      sentence.text,
    )
  );
}

/** A question asks for nothing to be done: "does it upload files?" */
export function isAsked(sentence: Sentence): boolean {
  return /[?？]/.test(sentence.end) || /^(?:是否|有没有|有无|能否)/.test(sentence.text);
}

/** "Copying it into a form. That is forbidden.", "改文件权限：禁止。" */
export function isForbidden(text: string): boolean {
  return FORBIDDING.test(text) && FORBIDDEN_AFTER.test(text);
}

/** The end of a text that opens a list. */
export const OPENING = /[:：][\s*_]*$/;
const FORBIDDING =
  /forbidden|prohibited|allowed|verboten|untersagt|erlaubt|tabu|prohibid|interdit|proscrire|禁止|不允许|不可以|严禁/i;
const FORBIDDEN_AFTER =
  /(?:[.:;,—–-]|\)|`)\s{0,3}(?:(?:that|this|it|das|dies|es|esto|eso|c['’]|ceci|cela|est|ist|is|está|queda)\s{0,2}){0,2}(?:est\s)?(?:strictly |streng |strengstens |strictement )?(?:forbidden|prohibited|not allowed|never allowed|verboten|untersagt|nicht erlaubt|tabu|prohibido|prohibida|interdit|interdite|à proscrire)\b|[：:，,、。]\s{0,2}(?:一律)?(?:禁止|不允许|不可以|严禁)(?:[。，,；;！]|$)/imu;
