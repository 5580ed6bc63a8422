import { fold, type Language } from "@/lib/text/safety/skill/prose/dictionary";
import type { Role, Roles } from "@/lib/text/safety/skill/prose/frames/roles";
import { germanRoles } from "@/lib/text/safety/skill/prose/frames/roles-de";
import { englishRoles } from "@/lib/text/safety/skill/prose/frames/roles-en";
import { spanishRoles } from "@/lib/text/safety/skill/prose/frames/roles-es";
import { frenchRoles } from "@/lib/text/safety/skill/prose/frames/roles-fr";
import { chineseRoles } from "@/lib/text/safety/skill/prose/frames/roles-zh";

/** A role of words in a sentence; `!` marks a negated verb. */
export type Sign = Role | `!${Role}` | "address" | "code";

/** The position of a role: words from `from` to before `to`, and the offset of the first in the sentence. */
export type RoleHit = { sign: Sign; from: number; to: number; at: number; clause: number };

type Token = { text: string; at: number; kind: "word" | "han" | "break" | "address" | "code" | "quote" };
/** `stems` holds word prefixes by their first letters, shortest first. */
type Node = { roles: Role[]; next: Map<string, Node>; stems: Map<string, Stem[]> };
type Stem = { text: string; node: Node };

/** Maximum words read per sentence; longer sentences are cut. */
const TOKENS_MAX = 160;
/** Words in the longest phrase. */
const PHRASE_MAX = 7;
const STEM_LETTERS = 3;

/** Finds the roles of the words in one sentence. Its work grows linearly with the sentence. */
export function readRoles(sentence: string, language: Language): RoleHit[] {
  const tokens = tokensOf(sentence);
  const hits: RoleHit[] = [];
  const root = roots[language];
  let clause = 0;
  for (const [from, token] of tokens.entries()) {
    if (token.kind === "break") clause += 1;
    if (token.kind === "address") hits.push({ sign: "address", from, to: from + 1, at: token.at, clause });
    if (token.kind === "code") hits.push({ sign: "code", from, to: from + 1, at: token.at, clause });
    if (token.kind !== "break" && token.kind !== "quote" && token.kind !== "address")
      for (const { to, roles } of phrasesFrom(tokens, from, root))
        for (const sign of roles)
          if ((token.kind !== "code" || NAMED.has(sign)) && !(sign === "know" && WHO.test(tokens[to]?.text ?? "")))
            hits.push({ sign, from, to, at: token.at, clause });
  }
  const denials = hits.filter(({ sign }) => sign === "neg");
  return hits.map((hit) =>
    VERBS.has(hit.sign) && denials.some((denial) => isDenied(tokens, denial, hit, language))
      ? { ...hit, sign: `!${hit.sign as Role}` }
      : hit,
  );
}

/** Whether a sentence begins with a condition, whose words do not describe its main clause. */
export function isConditional(sentence: string): boolean {
  return CONDITION.test(sentence);
}

const CONDITION =
  /^[\s*_]{0,4}(?:if|when|whenever|once|should|where|wenn|falls|sobald|sollte|si|cuando|quand|lorsque|dès|如果|若|当|一旦|遇到)(?![\p{L}])|^[\s*_]{0,4}(?:如果|若|当|一旦|遇到)/iu;

/** Maximum words from a negation to its verb, including both. */
const DENIAL_REACH = 16;

/** Whether a negation negates a verb: it precedes the verb in its clause, or in German may follow it. */
function isDenied(tokens: readonly Token[], denial: RoleHit, verb: RoleHit, language: Language): boolean {
  if (denial.from < verb.to && verb.from < denial.to) return false;
  if (Math.abs(denial.from - verb.from) > DENIAL_REACH) return false;
  const isBefore = denial.to <= verb.from;
  const between = isBefore ? tokens.slice(denial.to, verb.from) : tokens.slice(verb.to, denial.from);
  if (between.some(({ kind }) => kind === "break")) return false;
  if (language === "de")
    return between.length <= 9 && (isBefore || !between.some(({ text }) => text === "und" || text === "oder"));
  if (language === "zh") return isBefore && between.length <= 6;
  // "keep it out of the report", "dis-le pas", "n'en dis rien".
  if (isBefore) return between.length <= 5;
  const word = tokens[denial.from]?.text ?? "";
  // "they know nothing is left" negates the following words instead of the verb.
  const next = tokens[denial.to];
  if (word === "nothing" && next?.kind === "word" && !/^(?:of|about)$/.test(next.text)) return false;
  return between.length <= (word === "out" ? 5 : 2) && BEHIND.test(word);
}

const BEHIND = /^(?:out|nothing|nada|rien|pas|personne)$/;

function tokensOf(sentence: string): Token[] {
  const tokens: Token[] = [];
  for (const match of sentence.matchAll(PLAIN.test(sentence) ? PLAIN_TOKEN : TOKEN)) {
    if (tokens.length >= TOKENS_MAX) break;
    const raw = match[0];
    const at = match.index;
    const first = raw.charAt(0);
    if (QUOTES.includes(first)) tokens.push({ text: raw, at, kind: "quote" });
    else if (first === "`")
      tokens.push({ text: fold(raw.slice(1, -1).trim()).split(/\s/, 1)[0] ?? "", at, kind: "code" });
    else if ((first === "h" || raw.includes("@")) && ADDRESS.test(raw)) tokens.push({ text: raw, at, kind: "address" });
    else if (first >= HAN_FIRST && /^\p{Script=Han}/u.test(raw)) tokens.push({ text: raw, at, kind: "han" });
    else if (WORD_FIRST.test(raw)) {
      const text = fold(raw).replace(/\.+$/, "");
      if (text !== "") tokens.push({ text, at, kind: "word" });
    } else tokens.push({ text: raw, at, kind: "break" });
  }
  return tokens;
}

const TOKEN =
  /"[^"\n]{3,200}"|“[^”\n]{3,200}”|„[^“”\n]{3,200}[“”]|«[^»\n]{3,200}»|»[^«\n]{3,200}«|「[^」\n]{2,200}」|`[^`\n]{1,200}`|https?:\/\/[^\s<>"'`)\]，。；、）」》*]{1,300}|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,40}|\p{Script=Han}|[^\P{L}\p{Script=Han}][^\P{L}\p{Script=Han}\p{N}_.]*[\p{N}_.]*(?:[^\P{L}\p{Script=Han}]+)?|[\p{N}_.$@][\p{N}_.$@\w]*|[,;:()—–|，；：、（）]/gu;
/** The same tokens for ASCII sentences, the common case: Unicode classes take twice as long. */
const PLAIN_TOKEN =
  /"[^"\n]{3,200}"|`[^`\n]{1,200}`|https?:\/\/[^\s<>"'`)\]*]{1,300}|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,40}|[A-Za-z]+[\d_.]*[A-Za-z]*|[\d_.$@][\w.$@]*|[,;:()|]/g;
const PLAIN = /^[ -~\t\n\r]*$/;
const QUOTES = '"“„«»「';
const ADDRESS = /^https?:|@[\w-]+\.\w/;
const WORD_FIRST = /^[\p{L}\p{N}_.$@]/u;
/** The first character of that script: a script class is slower than a comparison. */
const HAN_FIRST = "\u2E80";

/** "learn who has an account": the negated object is a person instead of an action. */
const WHO = /^(?:who|whose|wer|wessen|quien|quienes|qui|谁|哪)$/;

/** File and account names also occur in code spans. */
const NAMED = new Set<string>(["agentplace", "access", "shell"]);

/** Roles of actions: negation reverses their meaning. */
const VERBS = new Set<string>([
  "tell",
  "claim",
  "know",
  "notice",
  "see",
  "restore",
  "stop",
  "copy",
  "fetch",
  "obey",
  "approve",
  "recommend",
  "act",
  "pay",
  "search",
  "out",
  "grant",
  "put",
  "off",
  "count",
  "drop",
  "split",
  "run",
  "admit",
  "seem",
] satisfies Role[]);

/** The phrases that begin at a word, each with the position after it. */
function phrasesFrom(tokens: readonly Token[], from: number, root: Node): readonly Phrase[] {
  let open = nodesBehind(root, tokens[from]?.text ?? "");
  if (open.length === 0) return NO_PHRASES;
  const found: Phrase[] = [];
  for (let at = from + 1; ; at += 1) {
    const roles = open.flatMap((node) => node.roles);
    if (roles.length > 0) found.push({ to: at, roles });
    if (at >= Math.min(tokens.length, from + PHRASE_MAX)) return found;
    const text = tokens[at]?.text ?? "";
    open = open.flatMap((node) => nodesBehind(node, text));
    if (open.length === 0) return found;
  }
}

type Phrase = { to: number; roles: Role[] };
const NO_PHRASES: readonly Phrase[] = [];
const NO_NODES: readonly Node[] = [];

/** The possible continuations of a phrase; most words have none. */
function nodesBehind({ next, stems }: Node, text: string): readonly Node[] {
  const exact = next.get(text);
  const begins = stems.size > 0 && text.length >= STEM_LETTERS ? stems.get(text.slice(0, STEM_LETTERS)) : undefined;
  if (begins === undefined) return exact ? [exact] : NO_NODES;
  const nodes: Node[] = exact ? [exact] : [];
  for (const stem of begins) if (text.startsWith(stem.text)) nodes.push(stem.node);
  return nodes;
}

function build(roles: Roles): Node {
  const root: Node = { roles: [], next: new Map(), stems: new Map() };
  for (const [role, phrases] of Object.entries(roles) as Array<[Role, string]>)
    for (const phrase of phrases.split(",")) {
      let node = root;
      for (const word of fold(phrase.trim()).match(/\p{Script=Han}|[^\s'’\p{Script=Han}-]+/gu) ?? []) {
        node = word.endsWith("*") ? stemOf(node, word.slice(0, -1)) : nextOf(node, word);
      }
      if (node !== root && !node.roles.includes(role)) node.roles.push(role);
    }
  return root;
}

function nextOf(node: Node, word: string): Node {
  const known = node.next.get(word) ?? { roles: [], next: new Map(), stems: new Map() };
  node.next.set(word, known);
  return known;
}

function stemOf(node: Node, text: string): Node {
  if (text.length < STEM_LETTERS) throw new Error(`the stem "${text}*" has fewer than ${STEM_LETTERS} letters`);
  const begin = text.slice(0, STEM_LETTERS);
  const stems = node.stems.get(begin) ?? [];
  const known = stems.find((stem) => stem.text === text);
  if (known) return known.node;
  const stem = { text, node: { roles: [], next: new Map(), stems: new Map() } };
  node.stems.set(
    begin,
    [...stems, stem].sort((a, b) => a.text.length - b.text.length),
  );
  return stem.node;
}

const roots: Readonly<Record<Language, Node>> = {
  en: build(englishRoles),
  de: build(germanRoles),
  es: build(spanishRoles),
  fr: build(frenchRoles),
  zh: build(chineseRoles),
};
