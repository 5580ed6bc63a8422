import type { Language } from "@/lib/text/safety/skill/prose/dictionary";
import type { Unit } from "@/lib/text/safety/skill/prose/split-prose";

/** Whether a possible verb is a noun here: after an article, or with a German capital. */
export function isNounHere(units: Unit[], from: number, language: Language): boolean {
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

/** English words that precede a noun. */
export const DETERMINERS = new Set(
  "the a an this that these those your our its their his her my each every any no some of in at on under per for with".split(
    " ",
  ),
);
export const JOINS = new Set("and or nor und oder noch y e o u ni et ou also then 和 或 及 并 与".split(" "));
export const BUT = new Set(
  "but instead then however just only sondern aber stattdessen dann sino pero luego mais puis plutot 但 再 就 只 并".split(
    " ",
  ),
);

/** Positions of words with a past tense ending. */
export function pastWords(units: Unit[], language: Language): number[] {
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

/** For each word, the position where its clause begins. */
export function clauseStarts(units: Unit[]): number[] {
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

/** The position after the last word of a clause. */
export function clauseEnd(units: Unit[], to: number): number {
  for (let at = to; at < units.length; at += 1) {
    const unit = units[at];
    if (unit?.kind === "break" || BUT.has(unit?.text ?? "")) return at;
    if (JOINS.has(unit?.text ?? "") && at > to) return at;
  }
  return units.length;
}

/** Whether only objects and a conjunction separate two verbs. */
export function isJoined(units: Unit[], to: number, from: number): boolean {
  let joined = false;
  for (let at = to; at < from; at += 1) {
    const unit = units[at];
    if (BUT.has(unit?.text ?? "") || unit?.text === ";" || unit?.text === ":" || unit?.text === "；") return false;
    if (JOINS.has(unit?.text ?? "")) joined = true;
  }
  return joined && from - to < 16;
}
