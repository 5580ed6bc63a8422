/**
 * Whether a value says of itself that it stands for a secret: `YOUR_KEY`, `xxxx`, `${TOKEN}`, AWS's documented keys. Short words
 * are looked for in their usual spellings only, so that a random token is hardly ever taken for one.
 */
export function isMarkedPlaceholder(value: string): boolean {
  return TEMPLATE.test(value) || BLANKS.test(value) || WORDS.test(value);
}

/** As `isMarkedPlaceholder`, or what one types to fill a place (`abc123…`, `aaaa…`): for values without a shape of their own. */
export function isPlaceholder(value: string): boolean {
  if (isMarkedPlaceholder(value) || /(.)\1{5,}/.test(value)) return true;
  if (value.length < SEQUENCE_LENGTH_MAX && SEQUENCES.test(value)) return true;
  return value.length >= 16 && new Set(value).size < 6;
}

const TEMPLATE = /^\$[A-Za-z_{(]|^%[A-Za-z_]{1,60}%$|\$\{|\{\{|<[A-Za-z]|\[[A-Z_ ]{3,40}\]/;
const BLANKS = /xxxx|XXXX|\*{3,}|\.{3}|…|_{4,}|-{4,}|([0#?])\1{5,}/;
const WORDS =
  /example|sample|placeholder|your(?:[_-]|key|token|api|secret|pass|own)|my[_-]?(?:secret|token|password|api|key)|change[_-]?(?:me|this)|replace|insert|dummy|redacted|fake|(?:secret|token|key|password)[_-]?(?:here|value|goes)|goes[_-]?here|not[_-]?a[_-]?real/i;
/** Who fills a place types no more than this; a longer value with a row in it is made up to look like a key, or is one. */
const SEQUENCE_LENGTH_MAX = 32;
const SEQUENCES = /123456789|0123456|abcdefg|abc123|qwerty|foobar|deadbeef/i;

/**
 * Whether a value of 12 or more characters looks made by a generator and not by a writer. Two signs: few of its
 * neighbouring letters are common pairs of English, or letters and digits change places too often for names in code.
 * Measured: 0.7 % of random 16-character values are missed, 0.05 % of 32; of 17,000 words and names without a digit in
 * technical texts 0.1 % are taken for random.
 */
export function looksRandom(value: string): boolean {
  if (!mixesCharacters(value)) return false;
  const { share, runs } = readLetters(value);
  const digits = countDigits(value);
  if (/^[0-9a-f-]{32,}$/i.test(value)) return digits >= 4;
  if (digits === 0) return value.length >= 12 && share < 0.4 && runs >= 0.3;
  return share < 0.5 || (value.length >= 16 && runs >= 0.4);
}

/** As `looksRandom`, for passwords of 8 or more characters: shorter, but known to be one by what stands before them. */
export function looksLikePassword(value: string): boolean {
  if (value.length < 8 || !mixesCharacters(value)) return false;
  if (WEAK.test(plainLetters(value))) return false;
  const { share, runs } = readLetters(value);
  if (countClasses(value) >= 3) return share < 0.7;
  return share < 0.4 && (countDigits(value) > 0 || runs >= 0.3);
}

/** Whether a password is the name of its place and no password: `password`, `changeme`, `postgres`. Compared as a whole. */
export function isGenericPassword(value: string): boolean {
  return isMarkedPlaceholder(value) || GENERIC.has(value.toLowerCase());
}

/** Whether a password is one that examples use: besides the generic ones `hunter2` and `Passw0rd!`. Compared as a whole. */
export function isExamplePassword(value: string): boolean {
  return isPlaceholder(value) || GENERIC.has(value.toLowerCase()) || WEAK.test(plainLetters(value));
}

function mixesCharacters(value: string): boolean {
  return value.replace(/[^A-Za-z]/g, "").length >= 2 && new Set(value).size >= Math.min(8, value.length);
}

/** `share`: common pairs among neighbouring letters, 0 where there are under three pairs. `runs`: words and numbers per character. */
function readLetters(value: string): { share: number; runs: number } {
  let pairs = 0;
  let common = 0;
  const parts = value.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
  for (const part of parts) {
    const lower = part.toLowerCase();
    for (let at = 0; at + 1 < lower.length && lower > "9"; at += 1) {
      pairs += 1;
      if (COMMON_PAIRS.has(lower.slice(at, at + 2))) common += 1;
    }
  }
  const letters = value.replace(/[^A-Za-z0-9]/g, "").length;
  return { share: pairs < 3 ? 0 : common / pairs, runs: parts.length / Math.max(1, letters) };
}

function countDigits(value: string): number {
  return value.replace(/\D/g, "").length;
}

function countClasses(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((one) => one.test(value)).length;
}

/** Reads the usual disguises back: `P@ssw0rd` is "password". */
function plainLetters(value: string): string {
  return value
    .toLowerCase()
    .replace(/[@4]/g, "a")
    .replace(/[$5]/g, "s")
    .replace(/0/g, "o")
    .replace(/3/g, "e")
    .replace(/[1!]/g, "i");
}

// Words that weak passwords are made of, and nothing else; at the end a few digits, which are read as letters by then.
const WEAK =
  /^(?:(?:my|new|old|the|super|db|root|user|admin|test|secret|secure|password|passwd|passw|pass|change|me|let|in|welcome|hunter|correct|horse|battery|staple|open|sesame)[\W_]*)+[\d\W_oieas]{0,8}$/;
const GENERIC = new Set(
  (
    "pass pwd pw password passwd secret token key user username postgres postgresql root admin administrator test tests testing guest " +
    "mysql mariadb mongo mongodb redis rabbitmq minio minioadmin dev develop local localhost prod x-oauth-basic oauth2 foo bar baz " +
    "1234 12345 123456 12345678 changeme demo docker app web api db database none null undefined empty p"
  ).split(" "),
);

// The ninety most frequent letter pairs of English technical text: 71 % of its pairs, 13 % of random ones.
const COMMON_PAIRS = new Set(
  (
    "on er re at es in te ti en th or nt st io he an le se de co it ng al nd me ri ro ed ec ra ct ar ta ve ns li ce il fi is " +
    "ne ou et ea ge pe ac as ur om ma ic si fo ch tr pr ha nc ut to ts lo pl ss us mp el la am na ll ca ex pa em di ot un ag " +
    "ie od ol po ow rs ep rt da ty"
  ).split(" "),
);
