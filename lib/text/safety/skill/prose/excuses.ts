import type { Placed } from "@/lib/text/safety/skill/prose/match-rule";
import type { Sentence } from "@/lib/text/safety/skill/prose/read-prose";

/**
 * Whether a sentence only mentions a command: it forbids the command, describes an attack, or neither asks to run the
 * command nor names its target.
 */
export function isExcusedSpan(sentences: readonly Placed[], at: number, code: string): boolean {
  const sentence = sentences.findLast((one) => one.offset + one.at <= at + 1);
  if (!sentence) return false;
  const here = at - sentence.offset;
  const before = sentence.text.slice(0, Math.max(0, here - sentence.at));
  if (isPutSecond(before)) return true;
  if (isMistake(sentences, sentence, code) || isExplained(sentences, sentence, before, code)) return true;
  let last: Sentence["hits"][number] | undefined;
  let isOrdered = false;
  for (const hit of sentence.hits)
    if (hit.at < here && DEEDS.has(hit.concept)) {
      last = hit;
      isOrdered ||= hit.status === "order";
    }
  if (
    last?.status === "not" ||
    (last === undefined &&
      sentence.hits.some(
        ({ concept, at: place }) =>
          concept === "not" && place < here && !/[,;:，；：]/.test(before.slice(Math.max(0, place - sentence.at))),
      ))
  )
    return true;
  const isConcrete =
    !/…|\.\.\./.test(code) &&
    /https?:\/\/[\w-]+\.|\b\d{1,3}(?:\.\d{1,3}){3}\b|[\w-]+\.(?:example|invalid|com|net|org|io|sh|dev)\b|\/dev\/(?:sd|nvme|disk|hd)|~\/\.|\.env\b|\/var\/\w+\/\w|secrets\./.test(
      code,
    );
  const isFramed = sentence.hits.some(({ concept }) => SPEAKS_OF_HARM.has(concept));
  if (sentence.told || isFramed) return !isConcrete || isFramed;
  if (isConcrete) return false;
  return (
    /…|\.\.\./.test(code) || !(isOrdered || sentence.commanded || (sentence.item && !sentence.text.startsWith("|")))
  );
}

/** "rather allow single commands than `…`", "use a lockfile instead of `…`". */
function isPutSecond(before: string): boolean {
  // Match the end pattern only near the end, because a sentence may contain hundreds of spans.
  const end = before.slice(-END_READ);
  return (
    PUT_SECOND.test(end) ||
    (AFTER_RATHER.test(end) && RATHER.test(before)) ||
    (AFTER_PREFERRED.test(end) && PREFERS.test(before))
  );
}

/** Longer than any match of the patterns for the end of a text. */
const END_READ = 80;
const PUT_SECOND =
  /(?:rather than|instead of|better than|safer than|anstelle von|anstatt|statt|plutôt que|au lieu de|en lugar de|en vez de|antes que|mejor que|而不是|而非|好过|优于)\s{0,2}(?:(?:the|an?|der|die|das|dem|eines?|einem|el|la|un|une|le|using|von|de|d['’])\s{1,2}){0,2}[`*]{0,3}$/iu;
const RATHER = /\b(?:lieber|besser|rather|mejor|mieux|preferible|préférable)\b/iu;
const AFTER_RATHER = /\b(?:als|than|que)\s{1,2}[`*]{0,3}$/iu;
const PREFERS = /\b(?:prefer|prefiere|préfère[rz]?|bevorzuge)\b/iu;
const AFTER_PREFERRED = /\b(?:to|over|a|à|vor)\s{1,2}[`*]{0,3}$/iu;

/** A list item of mistakes that continues with the correct action. A reachable address is not a mistake. */
function isMistake(sentences: readonly Placed[], sentence: Placed, code: string): boolean {
  const at = sentences.indexOf(sentence);
  const next = sentences[at + 1];
  return (
    !/[./]\w/.test(code) &&
    next?.offset === sentence.offset &&
    /^\s*(?:stattdessen|instead(?! of)|en su lugar|en cambio|à la place|au lieu de cela|应改为|应该|改用)/iu.test(
      next.text,
    ) &&
    sentences
      .slice(0, at)
      .some(
        ({ heading, text }) => heading && /mistake|pitfall|fehler|errores|erreurs|anti.?pattern|错误|误区/iu.test(text),
      )
  );
}

/**
 * "Never pipe a download into a shell. `curl https://example.com/x | sh` runs whatever …": a command to a documentation
 * host that only illustrates what the sentence before it forbids.
 */
function isExplained(sentences: readonly Placed[], sentence: Placed, before: string, code: string): boolean {
  const previous = sentences[sentences.indexOf(sentence) - 1];
  const deeds = previous?.hits.filter(({ concept }) => DEEDS.has(concept)) ?? [];
  return (
    /^[\s`*]*$/.test(before) &&
    previous?.offset === sentence.offset &&
    (deeds.some(({ status }) => status === "not") || isForbidding(previous.text)) &&
    deeds.every(({ status }) => status !== "order") &&
    /\bexample\.(?:com|org|net)\b/.test(code) &&
    !/https?:\/\/(?!(?:[\w-]+\.)?example\.(?:com|org|net)\b)/.test(code) &&
    sentence.text.length > code.length + 15 &&
    sentence.hits.every(
      (hit) => hit.at < sentence.at + code.length || hit.status !== "order" || !DEEDS.has(hit.concept),
    )
  );
}

function isForbidding(text: string): boolean {
  return /^\s*(?:never|do not|don['’]t|avoid|niemals|nie|nunca|jamais|ne\b|no\b|不要|禁止|切勿)/iu.test(text);
}

/** Whether the sentence before a code block refuses it: "refuse it in code review:". */
export function isShownAsBad(sentence: Placed | undefined): boolean {
  const refusal = sentence && SHOWN_AS_BAD.exec(sentence.text);
  if (!refusal) return false;
  // "refuse it if they ask, but run this first:"
  return !sentence.hits.some(
    ({ concept, status, at }) =>
      STARTS.has(concept) && (status === "order" || (status !== "not" && at > sentence.at + refusal.index)),
  );
}

const STARTS = new Set<string>(["run", "obey", "install", "write", "put", "send", "get"]);
const SHOWN_AS_BAD =
  /(?<!(?:not|never|don['’]t|no|ne|nicht)\s{1,2})\b(?:refuse|reject|rejects?|flag|forbid)\s{1,2}(?:it|this|that|such|them|containers?|code|anything)\b|\b(?:lehne|weise)\b[^.]{0,40}\b(?:ab|zurück)\b|\brech[aá]z(?:a|ala|alo|alas|alos)\b|\brefuse(?:-l[ea]s?|z-l[ea]s?)\b|\brejett?e(?:z)?(?:-l[ea]s?)?\b|(?:应|必须|一律)(?:予以)?(?:拒绝|驳回)/iu;

const SPEAKS_OF_HARM = new Set<string>(["detect", "refused", "villain", "might"]);
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

/** "Reject a text that …:", "Never:" and similar phrases govern the list below them. */
export function isGoverning(sentence: Sentence): boolean {
  return (
    sentence.hits.some(({ concept }) => concept === "detect" || concept === "refused" || concept === "villain") ||
    /(?:never|do not|don['’]t|must not|must never|avoid|forbidden|prohibited|verboten|prohibido|interdit|nie|niemals|nunca|jamais|不要|禁止|切勿)[\s*_:：]*$|对照|逐条|审核|评审|核查|审查清单|危险写法/i.test(
      sentence.text,
    )
  );
}

/** "If a text asks you to …, reject it.": the condition names what is refused. */
export function isRefusedRequest(text: string): boolean {
  return REFUSED_REQUEST.test(text.slice(0, 500));
}

const REFUSED_REQUEST =
  /^\s*(?:lehne (?:es )?ab, wenn|reject (?:it|a (?:skill|text|page)|texts?|skills?)(?: when| if| that)|rechaza (?:el texto|la habilidad|lo) (?:si|que|cuando)|(?:refuse|rejette) (?:le texte|la compétence|tout texte) (?:s['’]|si|qui)|拒绝安装.{0,4}(?:要求|如果))(?:(?!;|；|\bbut\b|\bthen\b|\baber\b|\bdann\b|\bpero\b|\bluego\b|\bmais\b|\bpuis\b|但|然后).){3,400}$|^\s*(?:if|when|whenever)\b.{3,60}\b(?:asks?|tells?|wants?|orders?|instructs?|demands?)\b.{3,300}[,:]\s{0,2}(?:then )?(?:reject|refuse|flag|report|ignore|do not install|don['’]t install)(?:\s(?:it|them|that|this|the (?:text|skill|request|page|file|message)))?\s*$|^\s*(?:wenn|falls)\b.{3,60}\b(?:verlangt|fordert|bittet|auffordert|befiehlt)\b.{0,300}[,:]\s{0,2}(?:dann )?(?:lehnst? (?:du )?(?:es|ihn|sie|das|den \p{L}+|die \p{L}+)? ?ab|weise (?:es|ihn|sie) zurück|lehne (?:es|ihn|sie|ab).{0,12})\s*$|^\s*(?:si|cuando)\b.{3,60}\b(?:pide|ordena|exige|manda|solicita)\b.{3,300}[,:]\s{0,2}(?:rech[aá]za(?:lo|la)|no (?:lo|la) instales|ign[oó]ra(?:lo|la))\s*$|^\s*(?:s['’]il|si|quand)\b.{3,60}\b(?:demande|ordonne|exige)\b.{3,300}[,:]\s{0,2}(?:refuse|rejette|ignore)(?:-l[ea])?\s*$|^\s*(?:如果|若|当).{2,20}(?:要求|让你|命令|指示).{2,200}[，,](?:就|则|应|请)?(?:拒绝|不要|予以拒绝|忽略)(?:安装|执行|它)?\s*$/iu;

/** A question does not ask for an action: "does it upload files?" */
export function isAsked(sentence: Sentence): boolean {
  return /[?？]/.test(sentence.end) || /^(?:是否|有没有|有无|能否)/.test(sentence.text);
}

/** "Copying it into a form. That is forbidden.", "改文件权限：禁止。" */
export function isForbidden(text: string): boolean {
  return FORBIDDING.test(text) && FORBIDDEN_AFTER.test(text);
}

/** The end of a text that introduces a list. */
export const OPENING = /[:：][\s*_]*$/;
const FORBIDDING =
  /forbidden|prohibited|allowed|verboten|untersagt|erlaubt|tabu|prohibid|interdit|proscrire|禁止|不允许|不可以|严禁/i;
const FORBIDDEN_AFTER =
  /(?:[.:;,—–-]|\)|`)\s{0,3}(?:(?:that|this|it|das|dies|es|esto|eso|c['’]|ceci|cela|est|ist|is|está|queda)\s{0,2}){0,2}(?:est\s)?(?:strictly |streng |strengstens |strictement )?(?:forbidden|prohibited|not allowed|never allowed|verboten|untersagt|nicht erlaubt|tabu|prohibido|prohibida|interdit|interdite|à proscrire)\b|[：:，,、。]\s{0,2}(?:一律)?(?:禁止|不允许|不可以|严禁)(?:[。，,；;！]|$)/imu;
