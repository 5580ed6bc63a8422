import { fold, type Language } from "@/lib/text/safety/skill/prose/dictionary";
import type { Role, Roles } from "@/lib/text/safety/skill/prose/frames/roles";
import { germanRoles } from "@/lib/text/safety/skill/prose/frames/roles-de";
import { englishRoles } from "@/lib/text/safety/skill/prose/frames/roles-en";
import { spanishRoles } from "@/lib/text/safety/skill/prose/frames/roles-es";
import { frenchRoles } from "@/lib/text/safety/skill/prose/frames/roles-fr";
import { chineseRoles } from "@/lib/text/safety/skill/prose/frames/roles-zh";

/** A role of a sentence that some of its words have; `!` says that the verb is denied. */
export type Sign = Role | `!${Role}` | "address" | "code";

/** Where a role stands: words from `from` to before `to`, and the offset of the first in the sentence. */
export type RoleHit = { sign: Sign; from: number; to: number; at: number; clause: number };

type Token = { text: string; at: number; kind: "word" | "han" | "break" | "address" | "code" | "quote" };
/** `stems` holds the begins of words by their first letters, the shortest first. */
type Node = { roles: Role[]; next: Map<string, Node>; stems: Map<string, Stem[]> };
type Stem = { text: string; node: Node };

/** Words of one sentence that are read; a longer one is cut. */
const TOKENS_MAX = 160;
/** Words of the longest phrase. */
const PHRASE_MAX = 7;
const STEM_LETTERS = 3;

/** Finds what the words of one sentence stand for. Its work grows linearly with the sentence. */
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

/** Whether a sentence begins with a condition, whose words say nothing about its main clause. */
export function isConditional(sentence: string): boolean {
  return CONDITION.test(sentence);
}

const CONDITION =
  /^[\s*_]{0,4}(?:if|when|whenever|once|should|where|wenn|falls|sobald|sollte|si|cuando|quand|lorsque|dès|如果|若|当|一旦|遇到)(?![\p{L}])|^[\s*_]{0,4}(?:如果|若|当|一旦|遇到)/iu;

/** Words between a denial and its verb, their own words counted in. */
const DENIAL_REACH = 16;

/** A word that denies a verb: before it in its clause; in German also behind it. */
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
  // "they know nothing is left" denies what follows, not the knowing.
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
/** The same for a sentence of ASCII, which most are: the classes of Unicode take twice as long. */
const PLAIN_TOKEN =
  /"[^"\n]{3,200}"|`[^`\n]{1,200}`|https?:\/\/[^\s<>"'`)\]*]{1,300}|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.-]{2,40}|[A-Za-z]+[\d_.]*[A-Za-z]*|[\d_.$@][\w.$@]*|[,;:()|]/g;
const PLAIN = /^[ -~\t\n\r]*$/;
const QUOTES = '"“„«»「';
const ADDRESS = /^https?:|@[\w-]+\.\w/;
const WORD_FIRST = /^[\p{L}\p{N}_.$@]/u;
/** The first character of that script: asking for a script takes longer than comparing. */
const HAN_FIRST = "\u2E80";

/** "learn who has an account": what is not to be known is a person, no deed. */
const WHO = /^(?:who|whose|wer|wessen|quien|quienes|qui|谁|哪)$/;

/** Names of files and of accounts stand in code marks too. */
const NAMED = new Set<string>(["agentplace", "access", "shell"]);

/** Roles of deeds: a denied one means the opposite. */
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

/** The phrases that begin at a word, each with the place behind it. */
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

/** Where a phrase may go on with a word: most go on nowhere. */
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
