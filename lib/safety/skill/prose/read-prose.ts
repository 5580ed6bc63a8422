import { dictionary, fold, type Language, type Node } from "@/lib/safety/skill/prose/dictionary";
import { type Concept, verbs } from "@/lib/safety/skill/prose/lexicon";
import { type Form, formsOf } from "@/lib/safety/skill/prose/name-forms";

export type Hit = { concept: Concept | Form; from: number; to: number; at: number; status: "order" | "not" | "told" };
export type Sentence = { hits: Hit[]; at: number; text: string; end: string };

type Piece = { kind: "word" | "stop" | "break" | "han"; text: string; at: number };

const PIECES_MAX = 12_000;

/** Splits prose into words and breaks. Words keep the signs that addresses and paths are made of. Linear. */
export function splitProse(text: string): Piece[] {
  const pieces: Piece[] = [];
  const word =
    /[\p{Script=Han}]+|https?:\/\/[^\s<>"'`)\]|，。；、）」》*]{1,300}|[\p{L}\p{N}_~$%@.\\/*#=:+{}&?-][\p{L}\p{N}_~$%@.\\/*#=:+{}&?-]*|[!?。！？;；,，:：()（）—–|、\n]/gu;
  for (const match of text.matchAll(word)) {
    if (pieces.length >= PIECES_MAX) break;
    let piece = match[0];
    const at = match.index;
    const first = piece.charAt(0);
    if (/\p{Script=Han}/u.test(first)) pieces.push({ kind: "han", text: piece, at });
    else if (piece === "\n") {
      if (/^\s{0,8}(?:[-*+|•]|\d{1,3}[.)]\s|\n|$)/.test(text.slice(at + 1, at + 12)))
        pieces.push({ kind: "stop", text: piece, at });
    } else if (/^[!?。！？]$/.test(piece)) pieces.push({ kind: "stop", text: piece, at });
    else if (/^[;；]$/.test(piece)) pieces.push({ kind: "stop", text: piece, at });
    else if (/^[,，:：()（）—–|、]$/.test(piece)) pieces.push({ kind: "break", text: piece, at });
    else {
      const ends = /^(.*?)([.:;!?]+)$/s.exec(piece);
      const tail = ends?.[2] ?? "";
      if (ends) piece = ends[1] ?? "";
      if (piece !== "") pieces.push({ kind: "word", text: piece, at });
      if (tail.includes(":")) pieces.push({ kind: "break", text: ":", at: at + piece.length });
      else if (tail && (tail !== "." || !/^(?:e\.g|i\.e|z\.B|bzw|etc|usw|vs|p\.ej|d\.h|u\.a|ca)$/i.test(piece)))
        pieces.push({ kind: "stop", text: tail, at: at + piece.length });
    }
  }
  return pieces;
}

/** Reads prose as sentences with what their words stand for. */
export function readSentences(text: string, language: Language): Sentence[] {
  const sentences: Sentence[] = [];
  const quotes = Array.from(text.matchAll(QUOTE), (match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  let units: Unit[] = [];
  const close = (end: string) => {
    if (units.length > 0) {
      const at = units[0]?.at ?? 0;
      const last = units.at(-1);
      sentences.push({
        hits: withoutQuoted(hitsOf(units, language), quotes),
        at,
        end,
        text: text.slice(at, (last?.at ?? at) + (last?.raw.length ?? 0)),
      });
    }
    units = [];
  };
  for (const piece of splitProse(text)) {
    if (piece.kind === "stop") close(piece.text);
    else if (piece.kind === "break") units.push({ text: piece.text, raw: piece.text, at: piece.at, kind: "break" });
    else if (piece.kind === "han")
      for (const [index, char] of Array.from(piece.text).entries())
        units.push({ text: char, raw: char, at: piece.at + index, kind: "han" });
    else units.push(...wordsOf(piece));
    if (units.length > 400) close("");
  }
  close("");
  return sentences;
}

/**
 * Takes out the orders inside quotation marks: what is quoted is spoken of. They stay where the sentence itself asks to
 * write, put, send or say the quoted words.
 */
function withoutQuoted(hits: Hit[], quotes: ReadonlyArray<{ from: number; to: number }>): Hit[] {
  if (hits.length === 0 || quotes.length === 0) return hits;
  const isInside = (hit: Hit) => quotes.some(({ from, to }) => from <= hit.at && hit.at < to);
  if (hits.some((hit) => hit.status === "order" && CARRIES.has(hit.concept) && !isInside(hit))) return hits;
  return hits.filter((hit) => !isInside(hit) || !(verbs.has(hit.concept as Concept) || QUOTABLE.has(hit.concept)));
}

const QUOTE = /"[^"\n]{3,300}"|“[^”\n]{3,300}”|„[^“”\n]{3,300}[“”]|«[^»\n]{3,300}»|»[^«\n]{3,300}«|「[^」\n]{2,200}」/g;
const CARRIES = new Set<string>(["write", "put", "send", "pretend", "tell", "show", "obey", "run", "approve", "hide"]);
const QUOTABLE = new Set<string>(["secret", "unseen", "unasked", "override", "outranks", "bypass"]);

type Unit = { text: string; raw: string; at: number; kind: "word" | "thing" | "break" | "han"; forms?: Form[] };

function wordsOf(piece: Piece): Unit[] {
  const forms = formsOf(piece.text);
  if (forms.length > 0) return [{ text: fold(piece.text), raw: piece.text, at: piece.at, kind: "thing", forms }];
  const units: Unit[] = [];
  for (const match of piece.text.matchAll(/[\p{L}\p{N}_.$@/]+/gu)) {
    const raw = match[0].replace(/^[./]+(?=\p{L})/u, (dot) => (dot === "." ? "." : ""));
    if (raw !== "") units.push({ text: fold(raw), raw, at: piece.at + match.index, kind: "word" });
  }
  return units;
}

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
    if (unit.forms && !isSetting)
      for (const form of unit.forms) hits.push({ concept: form, from: at, to: at + 1, at: unit.at, status: "order" });
    const found =
      longest(units, at, unit.kind === "han" ? dictionary("zh") : dictionary(language), language === "es") ??
      (language !== "en" && unit.kind !== "han" ? loan(units, at) : null);
    if (found) {
      taken.push({ from: at, to: found.to, concepts: found.concepts });
      // "every file of the user" names the user too.
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
  const frames = taken.filter(({ concepts }) => concepts.some((one) => FRAMES.has(one)));
  const heldBefore = new Map<number, "order" | "not" | "told">();
  let previous: { to: number; status: "order" | "not" | "told" } | null = null;
  for (const { from, to, concepts } of taken) {
    const first = units[from];
    if (!first) continue;
    const isVerb = concepts.some((one) => verbs.has(one));
    let status: Hit["status"] = "order";
    if (isVerb) {
      status = statusOf(units, from, to, frames, starts, pasts, language);
      // "never read … or send": the negation goes on over "or" and "and".
      if (status === "order" && previous && previous.status === "not" && isJoined(units, previous.to, from))
        status = "not";
      // "load no scripts in order to start them": the aim of what is forbidden is forbidden.
      if (status === "order" && previous?.status === "not" && AIMS.has(units[starts[from] ?? 0]?.text ?? ""))
        status = "not";
      previous = { to, status };
      heldBefore.set(from, status);
    }
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
    for (const concept of concepts) {
      if (isExcluded && PLACES.has(concept)) continue;
      if (verbs.has(concept) && isNoun) continue;
      hits.push({ concept, from, to, at: first.at, status });
    }
  }
  hits.push(...inside);
  return hits;
}

/** German verbs whose second part stands at the end of the clause: "gib … weiter", "lade … hoch". */
function joinParticles(units: Unit[], taken: Array<{ from: number; to: number; concepts: Concept[] }>): void {
  for (const [at, unit] of units.entries()) {
    const means = PARTICLES.get(unit.text);
    if (!means || (units[at + 1]?.kind === "word" && !JOINS.has(units[at + 1]?.text ?? ""))) continue;
    for (let from = at - 1; from >= Math.max(0, at - 30); from -= 1) {
      const concepts = means.get(units[from]?.text ?? "");
      if (!concepts) continue;
      const known = taken.find((one) => one.from === from);
      if (known) known.concepts = [...new Set([...known.concepts, ...concepts])];
      else taken.push({ from, to: from + 1, concepts: [...concepts] });
      break;
    }
  }
  taken.sort((a, b) => a.from - b.from);
}

function byWord(groups: Partial<Record<Concept, string>>): Map<string, Concept[]> {
  const words = new Map<string, Concept[]>();
  for (const [concept, list] of Object.entries(groups) as Array<[Concept, string]>)
    for (const word of list.split(" ")) words.set(word, [...(words.get(word) ?? []), concept]);
  return words;
}

const PARTICLES: ReadonlyMap<string, ReadonlyMap<string, readonly Concept[]>> = new Map(
  Object.entries({
    ab: {
      send: "gib gebt geben lege legt liefere schicke",
      off: "schalte stelle schaltet",
      take: "schreibe ziehe",
      read: "rufe frage",
    },
    weiter: { send: "gib leite reiche schicke gibt leitet reicht sende" },
    hoch: { send: "lade schiebe ladt" },
    herunter: { get: "lade ladt" },
    runter: { get: "lade ladt" },
    nach: { get: "lade ladt", pretend: "baue ahme bilde" },
    frei: { approve: "gib gibt", expose: "gib schalte" },
    aus: {
      show: "gib gibt",
      pretend: "gib gibst gibt",
      off: "schalte schaltet",
      run: "fuhre fuhrt",
      read: "lies liest",
    },
    um: { replace: "leite lenke stelle", obey: "setze" },
    mit: { send: "schicke teile gib sende", record: "schneide lies hore schreibe" },
    auf: { record: "zeichne nimm zeichnet nimmt", put: "nimm" },
    ein: { put: "fuge fugt baue trage", write: "fuge fugt trage tragt baue richte", grant: "trage lade" },
    hinzu: { put: "fuge fugt", grant: "fuge fugt" },
    raus: { off: "nimm lass", send: "gib schicke" },
    heraus: { off: "nimm lass", send: "gib" },
    weg: { hide: "lass lasse", off: "lass lasse" },
  } as Record<string, Partial<Record<Concept, string>>>).map(([particle, groups]) => [particle, byWord(groups)]),
);

/** Things whose names are heard inside longer phrases as well. */
const INNER = new Set<Concept>(["all", "human", "cred", "files", "source", "stranger"]);

/** Every phrase that begins at a place. */
function phrasesAt(units: Unit[], from: number, root: Node): Array<{ to: number; concepts: Concept[] }> {
  const found: Array<{ to: number; concepts: Concept[] }> = [];
  let at = root;
  for (let index = from; index < Math.min(units.length, from + 6); index += 1) {
    const next = at.next.get(units[index]?.text ?? "");
    if (!next) break;
    at = next;
    if (at.concepts.length > 0) found.push({ to: index + 1, concepts: at.concepts });
  }
  return found;
}

/** Whether a form that may be a verb is a noun where it stands: behind an article, or with a German capital. */
function isNounHere(units: Unit[], from: number, language: Language): boolean {
  const before = units[from - 1]?.text ?? "";
  const unit = units[from];
  if (language === "es" || language === "fr")
    return ARTICLES[language].has(before) || (CLITICS.has(before) && NOUNS[language].has(unit?.text ?? ""));
  if (language === "de") return from > 0 && units[from - 1]?.kind !== "break" && /^\p{Lu}\p{Ll}/u.test(unit?.raw ?? "");
  return DETERMINERS.has(before);
}

const ARTICLES = {
  es: new Set(
    "el un una su sus este esta estos estas del al cada ninguna ninguna otra esa ese primera última toda con por".split(
      " ",
    ),
  ),
  fr: new Set(
    "un une des du au aux ce cette ces son sa ses leur leurs votre vos notre chaque aucune toute par sur en".split(" "),
  ),
} as const;
const CLITICS = new Set("la las los le les l".split(" "));
const NOUNS = {
  es: new Set(
    "copia captura carga descarga lista consulta firma compra marca entrega muestra cuenta nota prueba revisa registro guarda busca".split(
      " ",
    ),
  ),
  fr: new Set(
    "copie liste sauvegarde note charge demande place cible consigne sortie montre garde livre adresse annonce marque envoi archive capture".split(
      " ",
    ),
  ),
} as const;

const FRAMES = new Set<Concept>(["not", "villain", "detect", "might", "past", "refused", "urge", "only"]);
const DETERMINERS = new Set(
  "the a an this that these those your our its their his her my each every any no some of in at on under per for with".split(
    " ",
  ),
);
const PLACES = new Set<Concept>(["outside", "public", "stranger", "anyone"]);
const AIMS = new Set("um damit para pour afin to in so".split(" "));
const JOINS = new Set("and or nor und oder noch y e o u ni et ou also then 和 或 及 并 与".split(" "));
const BUT = new Set(
  "but instead then however just only sondern aber stattdessen dann sino pero luego mais puis plutot 但 再 就 只 并".split(
    " ",
  ),
);

/** Places of words that tell of the past by their ending. */
function pastWords(units: Unit[], language: Language): number[] {
  const ending = PAST_ENDINGS[language];
  if (!ending) return [];
  return units.flatMap((unit, at) =>
    unit.kind === "word" && unit.raw.length > 3 && ending.test(unit.raw.toLowerCase()) ? [at] : [],
  );
}

const PAST_ENDINGS: Partial<Record<Language, RegExp>> = {
  es: /(?:[a-zñ]ó|aron|ieron|aban|íamos)$/,
  fr: /(?:aient|èrent|irent|urent)$|^(?:était|avait|furent|fut)$/,
};

function statusOf(
  units: Unit[],
  from: number,
  to: number,
  frames: Array<{ from: number; to: number; concepts: Concept[] }>,
  starts: readonly number[],
  pasts: readonly number[],
  language: Language,
): Hit["status"] {
  const start = starts[from] ?? 0;
  const end = language === "de" ? clauseEnd(units, to) : from;
  for (const at of pasts) {
    if (at < start || at >= to + 8) continue;
    if (at < to || !units.slice(to, at).some((unit) => unit.kind === "break" || BUT.has(unit.text))) return "told";
  }
  for (const frame of frames) {
    if (frame.from === from) {
      if (frame.concepts.includes("detect") && frame.concepts.length > 1) continue;
      continue;
    }
    const before = frame.to <= from;
    if (frame.concepts.includes("not") && !frame.concepts.includes("urge")) {
      const near =
        language === "zh"
          ? frame.from >= start && (frame.to === from || (before && frame.to - frame.from > 1))
          : before && frame.from >= start && from - frame.to <= 3;
      const after =
        language === "de" &&
        frame.from >= to &&
        frame.from < end &&
        !/^(?:ohne|statt|ausser)/.test(units[frame.from]?.text ?? "");
      const inClause = language === "de" && before && frame.from >= start;
      if (near || after || inClause) return "not";
    }
    if (frame.concepts.includes("villain") && (before || frame.from - to <= 6)) return "told";
    if (frame.concepts.includes("might") && before) return "told";
    if (frame.concepts.includes("past") && before && frame.from >= start) return "told";
    if (frame.concepts.includes("past") && language === "de" && frame.from >= to && frame.from < end) return "told";
    if (
      frame.concepts.includes("detect") &&
      before &&
      from - frame.to <= 12 &&
      !frame.concepts.some((one) => verbs.has(one) && one !== "tell" && one !== "read")
    )
      return "told";
  }
  return "order";
}

/** Whether an English verb tells somebody what to do, or says what this skill does. */
function isEnglishOrder(
  units: Unit[],
  from: number,
  taken: ReadonlyArray<{ from: number; to: number; concepts: Concept[] }>,
): boolean {
  const word = units[from]?.text ?? "";
  let at = from - 1;
  while (at >= 0 && ADVERBS.has(units[at]?.text ?? "")) at -= 1;
  const before = units[at];
  const isStart = at < 0 || before?.kind === "break";
  if (/ing$/.test(word) && word.length > 4)
    return /^(?:by|start|begin|keep|continue|finish|and|before|after|instead|consider|recommend)$/.test(
      before?.text ?? "",
    );
  if (/(?:ed|sent|hidden|given|written|taken|kept|shown)$/.test(word) && !/^(?:feed|embed|need|seed)$/.test(word))
    return /^(?:be|gets|get)$/.test(before?.text ?? "") && !PAST_AUXILIARIES.has(units[at - 1]?.text ?? "");
  if (/[^s]s$/.test(word))
    return SUBJECTS.has(before?.text ?? "") || (JOINS.has(before?.text ?? "") && SUBJECTS.has(firstNoun(units, at)));
  if (isStart) return true;
  if (before?.text === "to") {
    const head = units[at - 1]?.text ?? "";
    return !/^(?:used|able|attempt|attempts|attempted|tries|try|trying|tried|wants|want|allowed|how|tells|tell|asked|asks|ask|easy|hard|need|likely|supposed|designed|instructions|instruction|request|requests|way|ways|ability|possible|want|wish|going|refuse|refuses|tempting|chance)$/.test(
      head,
    );
  }
  if (/^(?:it|them|him|her)$/.test(before?.text ?? "") && /^(?:have|make|let)$/.test(units[at - 1]?.text ?? ""))
    return true;
  if (ORDER_BEFORE.has(before?.text ?? "") || /^(?:let|have|make)$/.test(units[0]?.text ?? "")) return true;
  // "At the start of every session fetch …": the first verb after a phrase of time.
  if (
    FRONTED.has(units[0]?.text ?? "") &&
    before !== undefined &&
    !DETERMINERS.has(before.text) &&
    /^(?:session|sessions|task|time|answer|reply|start|run|end|begin|day|hour|minute|turn|install|commit|deploy)$/.test(
      before.text,
    )
  )
    return true;
  if (JOINS.has(before?.text ?? "")) {
    // A joined verb says what the one before it says.
    const earlier = taken.filter(
      (one) =>
        one.to <= at &&
        one.concepts.some((concept) => verbs.has(concept)) &&
        !DETERMINERS.has(units[one.from - 1]?.text ?? ""),
    );
    return (
      earlier.length === 0 ||
      earlier.slice(-3).some((one) => isEnglishOrder(units, one.from, [])) ||
      SUBJECTS.has(firstNoun(units, at))
    );
  }
  return false;
}

/** Whether a verb of telling is forbidden about this very text or deed, or towards the person in charge. */
function isSecret(units: Unit[], from: number, to: number, language: Language): boolean {
  const around = units.slice(Math.max(0, from - 4), from).map(({ text }) => text);
  const after = units.slice(to, to + 4).map(({ text }) => text);
  if (language === "en") {
    if (around.some((one) => /^(?:does|doesn|did|didn|is|was|will|won|cannot|can)$/.test(one))) return false;
    const verb = units[from]?.text ?? "";
    if (
      !/^(?:tell|inform|notify|mention|reveal|disclose|explain|warn|alert|say|admit|announce|telling|informing|mentioning|notifying|let|bring|talk|state|report|show|document|note)$/.test(
        verb,
      ) ||
      (/ing$/.test(verb) && !around.includes("without"))
    )
      return false;
    if (
      /^(?:to|how|what|which|when|where|they|why|if|about)$/.test(after[2] ?? "") ||
      /^(?:to|how|if|when)$/.test(after[1] ?? "")
    )
      return false;
    return (
      (/^(?:this|it|so|that)$/.test(after[0] ?? "") &&
        /^(?:$|rule|step|file|skill|instruction|part|,|to|is|in|at|you)/.test(after[1] ?? "")) ||
      (/^(?:the|any|your)$/.test(after[0] ?? "") &&
        /^(?:user|owner|customer|team|reviewer|client|operator)s?$/.test(after[1] ?? "") &&
        /^(?:$|that|about|of|,|and|or|:|;|this|—)/.test(after[2] ?? ""))
    );
  }
  if (language === "zh") {
    const verb = units
      .slice(from, to)
      .map(({ text }) => text)
      .join("");
    return (
      /告诉|告知|提及|提到|透露|解释|声张|通知|提示|知会|提起/.test(verb) &&
      !/任何人|别人|他人|如何|怎么/.test(
        units
          .slice(to, to + 4)
          .map(({ text }) => text)
          .join(""),
      )
    );
  }
  const near = [...around, ...after].join(" ");
  return SECRET_OBJECTS[language].test(` ${near} `);
}

const SECRET_OBJECTS: Readonly<Record<"de" | "es" | "fr", RegExp>> = {
  de: / (?:es|dies|davon|dazu|das nicht|dem benutzer nichts|dem benutzer nicht|niemandem|dem nutzer|diesen schritt|darauf|daruber) /,
  es: / (?:lo|esto|este paso|se lo|nada de esto|al usuario|a nadie|esta regla) /,
  fr: / (?:le|l|cela|ca|cette etape|ce fichier|en parler|rien|a l utilisateur|a personne|cette regle) /,
};

function firstNoun(units: Unit[], until: number): string {
  for (let at = 0; at < Math.min(until, 6); at += 1)
    if (SUBJECTS.has(units[at]?.text ?? "")) return units[at]?.text ?? "";
  return "";
}

const FRONTED = new Set("at before after for in on each every once when whenever from during".split(" "));
const ADVERBS = new Set(
  "so thus therefore hence otherwise always first then next please silently quietly secretly immediately automatically also just simply now finally afterwards directly regularly periodically never not only once again later still kindly each time yes additionally".split(
    " ",
  ),
);
const ORDER_BEFORE = new Set(
  "must should shall will can you we agent assistant i let lets let's help please always ll it s going need have may would who"
    .split(" ")
    .filter((word) => !["may", "would", "who", "it", "s"].includes(word)),
);
const SUBJECTS = new Set(
  "agent assistant skill script helper hook job step command tool bot service you we it this that claude"
    .split(" ")
    .filter((word) => word !== "this" && word !== "that"),
);
const PAST_AUXILIARIES = new Set(["was", "were", "been", "had", "has", "have"]);

/** For each word the place its clause begins at. */
function clauseStarts(units: Unit[]): number[] {
  const starts: number[] = [];
  let start = 0;
  for (const [at, unit] of units.entries()) {
    if (unit.text === "直" && units[at + 1]?.text === "接") start = at;
    else if (unit.text === "而" && units[at + 1]?.text === "是") start = at;
    starts.push(start);
    if (unit.text !== "、" && (unit.kind === "break" || BUT.has(unit.text))) start = at + 1;
  }
  return starts;
}

function clauseEnd(units: Unit[], to: number): number {
  for (let at = to; at < units.length; at += 1) {
    const unit = units[at];
    if (unit?.kind === "break" || BUT.has(unit?.text ?? "")) return at;
    if (JOINS.has(unit?.text ?? "") && at > to) return at;
  }
  return units.length;
}

/** Whether only objects and a joining word stand between two verbs. */
function isJoined(units: Unit[], to: number, from: number): boolean {
  let joined = false;
  for (let at = to; at < from; at += 1) {
    const unit = units[at];
    if (BUT.has(unit?.text ?? "") || unit?.text === ";" || unit?.text === ":" || unit?.text === "；") return false;
    if (JOINS.has(unit?.text ?? "")) joined = true;
  }
  return joined && from - to < 16;
}

/** A Spanish order or infinitive without the pronouns at its end: "envíalas", "mandárselo". */
function withoutPronouns(word: string): string {
  return word.length > 5 ? word.replace(/(?:se)?(?:l[oa]s?|les?|nos)$/, "") : word;
}

function longest(
  units: Unit[],
  from: number,
  root: Node,
  isSpanish = false,
): { to: number; concepts: Concept[] } | null {
  if (isSpanish) {
    const text = units[from]?.text ?? "";
    const bare = withoutPronouns(text);
    if (bare !== text && !root.next.has(text)) {
      const concepts = root.next.get(bare)?.concepts.filter((one) => verbs.has(one)) ?? [];
      if (concepts.length > 0) return { to: from + 1, concepts };
    }
  }
  let at = root;
  let best: { to: number; concepts: Concept[] } | null = null;
  for (let index = from; index < Math.min(units.length, from + 12); index += 1) {
    const unit = units[index];
    if (!unit || unit.kind === "break") break;
    const next = step(at, unit.text, index === from);
    if (!next) break;
    at = next;
    if (at.concepts.length > 0) best = { to: index + 1, concepts: at.concepts };
  }
  return best;
}

function step(at: Node, text: string, first: boolean): Node | undefined {
  const exact = at.next.get(text);
  if (exact || !first) return exact;
  // A word that begins as one with a star: "secrets.NPM_TOKEN".
  const dot = text.search(/[.+:_]/);
  return dot > 2 ? (at.next.get(`${text.slice(0, dot + 1)}*`) ?? at.next.get(`${text.slice(0, dot)}*`)) : undefined;
}

const LOANS = new Set<Concept>([
  "miner",
  "remoteaccess",
  "pipeline",
  "cred",
  "hook",
  "container",
  "startup",
  "wallet",
  "outside",
  "keychain",
]);

/** English names of things stand in texts of every language. */
function loan(units: Unit[], from: number): { to: number; concepts: Concept[] } | null {
  const found = longest(units, from, dictionary("en"));
  const concepts = found?.concepts.filter((one) => LOANS.has(one)) ?? [];
  return found && concepts.length > 0 && (units[from]?.text.length ?? 0) > 3 ? { to: found.to, concepts } : null;
}
