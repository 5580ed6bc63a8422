import { BUT, clauseStarts, isJoined, isNounHere, pastWords } from "@/lib/text/safety/skill/prose/clauses";
import { dictionary, type Language } from "@/lib/text/safety/skill/prose/dictionary";
import { type Concept, verbs } from "@/lib/text/safety/skill/prose/lexicon";
import type { Form } from "@/lib/text/safety/skill/prose/name-forms";
import { isEnglishOrder, isSecret, statusOf } from "@/lib/text/safety/skill/prose/order-status";
import { INNER, joinParticles, loan, longest, phrasesAt } from "@/lib/text/safety/skill/prose/phrases";
import { splitProse, type Unit, wordsOf } from "@/lib/text/safety/skill/prose/split-prose";

export type Hit = { concept: Concept | Form; from: number; to: number; at: number; status: "order" | "not" | "told" };
export type Sentence = { hits: Hit[]; at: number; text: string; end: string };

/** Reads prose as sentences with the concepts of their words. */
export function readSentences(text: string, language: Language): Sentence[] {
  const sentences: Sentence[] = [];
  const quotes = quotesIn(text);
  let units: Unit[] = [];
  for (const piece of splitProse(text)) {
    if (piece.kind === "stop") {
      addSentence(sentences, units, piece.text, { text, language, quotes });
      units = [];
    } else if (piece.kind === "break") units.push({ text: piece.text, raw: piece.text, at: piece.at, kind: "break" });
    else if (piece.kind === "han")
      for (const [index, char] of Array.from(piece.text).entries())
        units.push({ text: char, raw: char, at: piece.at + index, kind: "han" });
    else units.push(...wordsOf(piece));
    if (units.length > 400) {
      addSentence(sentences, units, "", { text, language, quotes });
      units = [];
    }
  }
  addSentence(sentences, units, "", { text, language, quotes });
  return sentences;
}

type Range = { from: number; to: number };

function addSentence(
  sentences: Sentence[],
  units: Unit[],
  end: string,
  of: { text: string; language: Language; quotes: readonly Range[] },
): void {
  const [first, last] = [units[0], units.at(-1)];
  if (!first || !last) return;
  const hits = withoutQuoted(hitsOf(units, of.language), of.quotes);
  sentences.push({ hits, at: first.at, end, text: of.text.slice(first.at, last.at + last.raw.length) });
}

function quotesIn(text: string): Range[] {
  if (!QUOTE_MARK.test(text)) return [];
  return Array.from(text.matchAll(QUOTE), ({ index, 0: quoted }) => ({ from: index, to: index + quoted.length }));
}

/**
 * Removes orders inside quotation marks: quoted text is only mentioned. They stay if the sentence itself asks to write,
 * put, send or say the quoted words.
 */
function withoutQuoted(hits: Hit[], quotes: readonly Range[]): Hit[] {
  if (hits.length === 0 || quotes.length === 0) return hits;
  const isInside = (hit: Hit) => quotes.some(({ from, to }) => from <= hit.at && hit.at < to);
  // "when a page says “…”, tell the user": the verb after the quote does not apply to it.
  const isCarried = (quote: { from: number }) =>
    hits.some((one) => one.status === "order" && CARRIES.has(one.concept) && one.at < quote.from && !isInside(one));
  const open = quotes.filter((quote) => !isCarried(quote));
  const isSpoken = (hit: Hit) => open.some(({ from, to }) => from <= hit.at && hit.at < to);
  return hits.filter((hit) => !isSpoken(hit) || !(verbs.has(hit.concept as Concept) || QUOTABLE.has(hit.concept)));
}

const QUOTE = /"[^"\n]{3,300}"|“[^”\n]{3,300}”|„[^“”\n]{3,300}[“”]|«[^»\n]{3,300}»|»[^«\n]{3,300}«|「[^」\n]{2,200}」/g;
const QUOTE_MARK = /["“„«»「]/;
const CARRIES = new Set<string>(["write", "put", "send", "pretend", "tell", "show", "obey", "run", "approve", "hide"]);
const QUOTABLE = new Set<string>(["secret", "unseen", "unasked", "override", "outranks", "bypass"]);

function hitsOf(units: Unit[], language: Language): Hit[] {
  const hits: Hit[] = [];
  if (units.every(({ kind, text }) => kind === "break" || (kind === "word" && text.length < 2))) return hits;
  const taken: Array<{ from: number; to: number; concepts: Concept[] }> = [];
  const inside: Hit[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at];
    if (!unit || unit.kind === "break") {
      at += 1;
      continue;
    }
    const isSetting =
      unit.forms?.includes("envfile") &&
      /^(?:via|in|into|to|from|with|using|through|a|an|your|der|die|das|ein|eine|un|une|el|la|le|aus|von|desde|depuis|dans)$/.test(
        units[at - 1]?.text ?? "",
      ) &&
      !/^(?:of|contents|inhalt)$/.test(units[at - 2]?.text ?? "") &&
      /^(?:via|in|into|to|with|using|through|a|an|un|une|ein|eine|dans)$/.test(units[at - 1]?.text ?? "");
    // "在 .npmrc 中…": the file to write to.
    const isPlace = unit.forms?.includes("softstore") && units[at - 1]?.text === "在" && at <= 1;
    if (unit.forms && !isSetting && !isPlace)
      for (const form of unit.forms) hits.push({ concept: form, from: at, to: at + 1, at: unit.at, status: "order" });
    const found =
      longest(units, at, unit.kind === "han" ? dictionary("zh") : dictionary(language), language === "es") ??
      (language !== "en" && unit.kind !== "han" ? loan(units, at) : null);
    if (found) {
      taken.push({ from: at, to: found.to, concepts: found.concepts });
      // "every file of the user" also names the user.
      for (let inner = at; inner < found.to; inner += 1)
        for (const part of phrasesAt(units, inner, unit.kind === "han" ? dictionary("zh") : dictionary(language))) {
          const concepts = part.concepts.filter((one) => INNER.has(one) && !found.concepts.includes(one));
          const start = units[inner];
          if (concepts.length === 0 || !start) continue;
          for (const concept of concepts)
            inside.push({ concept, from: inner, to: part.to, at: start.at, status: "order" });
        }
      at = found.to;
    } else at += 1;
  }
  if (language === "de") joinParticles(units, taken);
  const starts = clauseStarts(units);
  const pasts = pastWords(units, language);
  const glosses = glossesOf(units);
  const frames = taken.filter(({ concepts }) => concepts.some((one) => FRAMES.has(one)));
  const heldBefore = new Map<number, "order" | "not" | "told">();
  let lastBarred = -1;
  let previous: { to: number; status: "order" | "not" | "told" } | null = null;
  for (const { from, to, concepts } of taken) {
    const first = units[from];
    if (!first) continue;
    const isVerb = concepts.some((one) => verbs.has(one));
    let status: Hit["status"] = "order";
    if (isVerb) {
      status = statusOf(units, from, to, frames, starts, pasts, language);
      // "never read … or send": the negation continues across "or" and "and".
      if (status === "order" && previous && previous.status === "not" && isJoined(units, previous.to, from))
        status = "not";
      // "load no scripts in order to start them": the purpose of a forbidden action is forbidden.
      if (status === "order" && previous?.status === "not" && AIMS.has(units[starts[from] ?? 0]?.text ?? ""))
        status = "not";
      previous = { to, status };
      heldBefore.set(from, status);
    }
    if (isVerb && status === "order" && glosses.has(from)) status = "told";
    const isNoun = isVerb && first.kind !== "han" && isNounHere(units, from, language);
    if (
      isVerb &&
      status === "order" &&
      language === "en" &&
      first.kind !== "han" &&
      !isEnglishOrder(units, from, taken)
    )
      status = "told";
    if (status === "not" && concepts.includes("tell") && !isNoun && isSecret(units, from, to, language))
      hits.push({ concept: "secret", from: -1 - from, to: -from, at: first.at, status: "order" });
    // "in the pipeline and not on a public page"
    const isExcluded = frames.some(
      (frame) =>
        frame.concepts.includes("not") && !frame.concepts.includes("urge") && frame.to <= from && from - frame.to <= 2,
    );
    if (isVerb) lastBarred = -1;
    const isBarred = isBarredObject(units, from, lastBarred);
    if (isBarred) lastBarred = to;
    for (const concept of concepts) {
      if (isExcluded && PLACES.has(concept)) continue;
      if (isBarred && BARRED.has(concept)) continue;
      if (verbs.has(concept) && isNoun) continue;
      hits.push({ concept, from, to, at: first.at, status });
    }
  }
  hits.push(...inside);
  return hits;
}

/** "nothing from the environment or the code": things named to be excluded. */
function isBarredObject(units: readonly Unit[], from: number, lastBarred: number): boolean {
  for (let at = from - 1; at >= Math.max(0, from - 3); at -= 1) {
    const unit = units[at];
    if (!unit || unit.kind === "break" || BUT.has(unit.text)) return false;
    if (BARRING.test(unit.text)) return !/^(?:less|but|than|menos|moins)$/.test(units[at + 1]?.text ?? "");
  }
  return lastBarred >= 0 && from - lastBarred <= 3 && isJoined(units as Unit[], lastBarred, from);
}

const BARRING =
  /^(?:nothing|none|neither|no|nichts|kein|keine|keinen|keinem|keiner|keinerlei|nada|ningun|ninguna|rien|aucun|aucune)$/;
const BARRED = new Set<Concept>(["env", "cred", "source", "files", "talk", "personal", "store", "data"] as Concept[]);

/** In a list of at least three terms with explanations in brackets, "commands (run …)": the words in the brackets. */
function glossesOf(units: readonly Unit[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let opened = 0;
  let depth = 0;
  for (const [at, unit] of units.entries()) {
    if (unit.kind !== "break") {
      if (depth > 0) inside.add(at);
    } else if (/[(（]/.test(unit.text)) {
      opened += 1;
      depth += 1;
    } else if (/[)）]/.test(unit.text)) depth = Math.max(0, depth - 1);
  }
  return opened >= 3 ? inside : NO_WORDS;
}

const NO_WORDS: ReadonlySet<number> = new Set();

const FRAMES = new Set<Concept>(["not", "villain", "detect", "might", "past", "refused", "urge", "only"]);
const PLACES = new Set<Concept>(["outside", "public", "stranger", "anyone"]);
const AIMS = new Set("um damit para pour afin to in so".split(" "));
