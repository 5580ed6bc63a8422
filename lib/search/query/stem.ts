/**
 * The light stem of an English word: removes plural, past and -ing endings and stays readable. Unchanged: words with
 * digits, of fewer than four letters, or with characters outside a–z.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutFinalE(withoutTense(withoutPlural(britishToZ(word))));
}

/**
 * A coarser form that joins a family: migrate, migration, migrator; deploy, deployment. Too coarse for the index,
 * suitable for widening a query at a lower weight.
 */
export function familyOf(term: string): string {
  if (term.length < 5 || !/^[a-z]+$/.test(term)) return term;
  for (const [ending, kept, least] of FAMILY_ENDINGS) {
    if (!term.endsWith(ending)) continue;
    const root = term.slice(0, term.length - ending.length) + kept;
    if (root.length >= least) return withoutDouble(root);
  }
  return term;
}

/** Ending, its replacement, and the minimum length of the rest. Longest endings first. */
const FAMILY_ENDINGS: ReadonlyArray<readonly [string, string, number]> = [
  ["ability", "", 4],
  ["ifier", "ify", 5],
  ["ication", "ify", 5],
  ["fulness", "", 4],
  ["ation", "", 4],
  ["ition", "", 4],
  ["ement", "", 4],
  ["ator", "", 4],
  ["tion", "t", 4],
  ["sion", "s", 4],
  ["ment", "", 4],
  ["ance", "", 4],
  ["ence", "", 4],
  ["able", "", 4],
  ["ness", "", 4],
  ["ity", "", 4],
  ["ate", "", 4],
  ["ive", "", 4],
  ["ing", "", 4],
  ["ers", "", 4],
  ["at", "", 4],
  ["er", "", 4],
  ["or", "", 4],
  ["al", "", 4],
  ["ly", "", 4],
  ["e", "", 4],
];

function britishToZ(word: string): string {
  return word
    .replace(/(?<=[a-z]{3})is(e|ed|es|ing|ation|ations|er|ers)$/, "iz$1")
    .replace(/lys(e|ed|es|ing|er)$/, "lyz$1")
    .replace(/(?<=[a-z]{3})our(?=$|s$|al$|ed$|ing$)/, "or");
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|shes|ches|xes|zzes)$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(ss|us|is|[aeiou]as|ies)$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutTense(word: string): string {
  if (word.endsWith("ied") && word.length > 5) return `${word.slice(0, -3)}y`;
  for (const ending of ["ing", "ed"]) {
    if (!word.endsWith(ending)) continue;
    const root = word.slice(0, -ending.length);
    if (root.length >= 3 && /[aeiouy]/.test(root) && !/^(str|spr|th|br|sw|w|s)$/.test(root)) return withoutDouble(root);
  }
  return word;
}

function withoutDouble(root: string): string {
  return root.length > 3 && /([bdfgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith("e") && !word.endsWith("ee") ? word.slice(0, -1) : word;
}
