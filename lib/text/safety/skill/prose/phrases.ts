import { JOINS } from "@/lib/text/safety/skill/prose/clauses";
import { dictionary, type Node } from "@/lib/text/safety/skill/prose/dictionary";
import { type Concept, verbs } from "@/lib/text/safety/skill/prose/lexicon";
import type { Unit } from "@/lib/text/safety/skill/prose/split-prose";

/** German separable verbs with the particle at the end of the clause: "gib … weiter", "lade … hoch". */
export function joinParticles(units: Unit[], taken: Array<{ from: number; to: number; concepts: Concept[] }>): void {
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

/** Things whose names also count inside longer phrases. */
export const INNER = new Set<Concept>(["all", "human", "cred", "files", "source", "stranger"]);

/** All phrases that begin at a position. */
export function phrasesAt(units: Unit[], from: number, root: Node): Array<{ to: number; concepts: Concept[] }> {
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

/** A Spanish imperative or infinitive without its enclitic pronouns: "envíalas", "mandárselo". */
function withoutPronouns(word: string): string {
  return word.length > 5 ? word.replace(/(?:se)?(?:l[oa]s?|les?|nos)$/, "") : word;
}

/** The longest phrase of the dictionary that begins at a word; otherwise null. */
export function longest(
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
  // A word with a prefix match: "secrets.NPM_TOKEN".
  const dot = signIn(text);
  return dot > 2 ? (at.next.get(`${text.slice(0, dot + 1)}*`) ?? at.next.get(`${text.slice(0, dot)}*`)) : undefined;
}

/**
 * The position of the first sign that joins words into names, or -1. Compared manually, because it runs for most words.
 */
function signIn(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT || code === PLUS || code === COLON || code === LOW_LINE) return at;
  }
  return -1;
}

const [DOT, PLUS, COLON, LOW_LINE] = [0x2e, 0x2b, 0x3a, 0x5f];

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

/** English names of things occur in texts of every language. */
export function loan(units: Unit[], from: number): { to: number; concepts: Concept[] } | null {
  const found = longest(units, from, dictionary("en"));
  const concepts = found?.concepts.filter((one) => LOANS.has(one)) ?? [];
  return found && concepts.length > 0 && (units[from]?.text.length ?? 0) > 3 ? { to: found.to, concepts } : null;
}
