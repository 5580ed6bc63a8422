/**
 * Whether a value is marked as a placeholder: `YOUR_KEY`, `xxxx`, `${TOKEN}`, AWS's documented keys. Short words match
 * only in their usual spellings, so that random tokens rarely match.
 */
export function isMarkedPlaceholder(value: string): boolean {
  return TEMPLATE.test(value) || BLANKS.test(value) || WORDS.test(value);
}

/**
 * Like `isMarkedPlaceholder`, and also matches filler (`abc123…`, `aaaa…`): for values without a shape of their own.
 */
export function isPlaceholder(value: string): boolean {
  if (isMarkedPlaceholder(value) || /(.)\1{5,}/.test(value)) return true;
  if (value.length < SEQUENCE_LENGTH_MAX && SEQUENCES.test(value)) return true;
  return value.length >= 16 && new Set(value).size < 6;
}

const TEMPLATE = /^\$[A-Za-z_{(]|^%[A-Za-z_]{1,60}%$|\$\{|\{\{|<[A-Za-z]|\[[A-Z_ ]{3,40}\]/;
const BLANKS = /xxxx|XXXX|\*{3,}|\.{3}|…|_{4,}|-{4,}|([0#?])\1{5,}/;
const WORDS =
  /example|sample|placeholder|your(?:[_-]|key|token|api|secret|pass|own)|my[_-]?(?:secret|token|password|api|key)|change[_-]?(?:me|this)|replace|insert|dummy|redacted|fake|(?:secret|token|key|password)[_-]?(?:here|value|goes)|goes[_-]?here|not[_-]?a[_-]?real/i;
/** Typed filler is at most this long. A longer value with a sequence in it imitates a key or is one. */
const SEQUENCE_LENGTH_MAX = 32;
const SEQUENCES = /123456789|0123456|abcdefg|abc123|qwerty|foobar|deadbeef/i;

/**
 * Whether a value of 12 or more characters looks generated. Two signs: few of its adjacent letters are common English
 * pairs, or it alternates between letters and digits too often for an identifier. Measured: 0.7 % of random
 * 16-character values are missed, 0.05 % of 32; of 17,000 words and names without a digit in technical texts 0.1 % are
 * taken for random.
 */
export function looksRandom(value: string): boolean {
  if (!mixesCharacters(value)) return false;
  const { share, runs } = readLetters(value);
  const digits = countDigits(value);
  if (/^[0-9a-f-]{32,}$/i.test(value)) return digits >= 4;
  if (digits === 0) return value.length >= 12 && share < 0.4 && runs >= 0.3;
  return share < 0.5 || (value.length >= 16 && runs >= 0.4);
}

/** Like `looksRandom`, for passwords of 8 or more characters: shorter, but the text before them identifies them. */
export function looksLikePassword(value: string): boolean {
  if (value.length < 8 || !mixesCharacters(value)) return false;
  if (isWeak(value)) return false;
  const { share, runs } = readLetters(value);
  if (countClasses(value) >= 3) return share < 0.7;
  return share < 0.4 && (countDigits(value) > 0 || runs >= 0.3);
}

/**
 * Whether a password is only a generic name or default: `password`, `changeme`, `postgres`. Compares the whole value.
 */
export function isGenericPassword(value: string): boolean {
  return isMarkedPlaceholder(value) || GENERIC.has(value.toLowerCase());
}

/** Whether a password is common in examples: the generic ones, `hunter2` and `Passw0rd!`. Compares the whole value. */
export function isExamplePassword(value: string): boolean {
  return isPlaceholder(value) || GENERIC.has(value.toLowerCase()) || isWeak(value);
}

/** People do not type longer ones, and password generators produce far shorter ones. */
const PASSWORD_MAX = 128;

/**
 * Whether a word is a password, at a position in a command or file that only holds passwords: not a variable, a
 * documented example or a plain word.
 */
export function isTypedPassword(value: string): boolean {
  if (value.length < 6 || isOtherThanPassword(value)) return false;
  return looksLikePassword(value) || looksRandom(value) || (/\d/.test(value) && /[A-Za-z]/.test(value));
}

/** Whether a word after "the password is" is a password: generated, or chosen by a person with digits and signs. */
export function isToldPassword(value: string): boolean {
  if (value.length < 8 || isOtherThanPassword(value)) return false;
  if (looksRandom(value) && value.length >= 12) return true;
  if (value.length >= 10 && switches(value) >= 4) return true;
  if (!/\d/.test(value)) return false;
  return looksLikePassword(value) || isChosenPassword(value);
}

function isOtherThanPassword(value: string): boolean {
  return value.length > PASSWORD_MAX || isExamplePassword(value) || STANDS_FOR.test(value) || SPEAKS.test(value);
}

/** Whether a word describes how a secret is made or stored: "GPG-encrypted", "SHA-256-hashed", "12-digit". */
export function isSaidOfSecrets(value: string): boolean {
  return SPEAKS.test(value);
}

/** The number of changes between letters and digits. */
function switches(value: string): number {
  return value.match(/\d(?=[A-Za-z])|[A-Za-z](?=\d)/g)?.length ?? 0;
}

/** Letters and digits with a capital or a sign: `Sommer2024!`. */
function isChosenPassword(value: string): boolean {
  return (
    value.length >= 8 && /[a-z]/i.test(value) && /\d/.test(value) && /[A-Z].*[a-z]|[a-z].*[A-Z]|[^\w.:/-]/.test(value)
  );
}

/** Base64 of `user:password`, as in registries and HTTP, with a password that is not an example. */
export function isBasicPair(value: string): boolean {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(value) || value.length % 4 === 1) return false;
  const pair = Buffer.from(value, "base64").toString("latin1");
  const colon = pair.indexOf(":");
  if (colon < 0 || !/^[\x20-\x7e]+$/.test(pair)) return false;
  const password = pair.slice(colon + 1);
  return (
    password.length >= 4 &&
    password !== pair.slice(0, colon) &&
    !isGenericPassword(password) &&
    !/^open sesame$/i.test(password)
  );
}

/** Variables, URLs, paths, mail addresses, hashes and code references. */
const STANDS_FOR = new RegExp(
  [
    /^\$?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/,
    /^(?:[{[(<]|\*\*|\\?\$[A-Za-z_{(])/,
    /:\/\//,
    /^[./~]+[A-Za-z_]|^[/\\]/,
    /^[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]/,
    /^(?:sha\d|md5|pbkdf2|scrypt|bcrypt)[-:_$]/,
    /^(?:process|import|os|env|config|secrets|vars|github|self|this|ctx|settings|data|var|local|module|request|req|res|options|args|params|props|opts)[.[]/,
    /\.(?:ts|js|py|md|json|ya?ml|env|pem|txt|toml|rb|go|cfg|conf|ini|html?|php|key|crt|cer|p12|pfx|jks)$/,
    /^[A-Za-z_]\w*[[(]/,
    /^\d[\d.,:/-]*[a-z]{0,4}$/,
    /^v?\d+\.\d+/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
/** Descriptions of a password in a sentence: how it is generated, stored or counted. */
const SPEAKS =
  /-(?:encoded|encrypted|hashed|protected|based|only|digits?|bits?|bytes?|characters?|chars?|compliant|style|like|derived|safe|free|long|level|way|day|managed|synced|escaped|quoted|signed|compatible|generated|specific|wide|stored|salted|kodiert|codiert|verschlüsselt|stellig)$|^(?:sha|md|aes|rsa|utf|base|iso|rfc|tls|ssl|oauth|ipv|http|rc|argon|pbkdf|hmac|ed|ecdsa|curve|windows|win|python|php|node|java|postgres|mysql|oracle|x|s|k|p|es|hs|rs|ps)-?_?\d+[a-z]{0,4}(?:[-_/].*)?$|^[A-Za-z]{1,8}-?\d{1,2}$|^\d+-[a-z-]+$/i;

function mixesCharacters(value: string): boolean {
  return value.replace(/[^A-Za-z]/g, "").length >= 2 && new Set(value).size >= Math.min(8, value.length);
}

/**
 * `share`: common pairs among adjacent letters, 0 if there are under three pairs. `runs`: words and numbers per
 * character.
 */
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

/** Reverts common substitutions: `P@ssw0rd` is "password". */
function plainLetters(value: string): string {
  return value
    .toLowerCase()
    .replace(/[@4]/g, "a")
    .replace(/[$5]/g, "s")
    .replace(/0/g, "o")
    .replace(/3/g, "e")
    .replace(/[1!]/g, "i");
}

/** Whether a password consists only of words from weak passwords and a few trailing digits. */
function isWeak(value: string): boolean {
  const plain = plainLetters(value);
  let at = 0;
  for (;;) {
    WEAK_WORD.lastIndex = at;
    const word = WEAK_WORD.exec(plain)?.[0];
    if (!word) break;
    at += word.length;
  }
  return at > 0 && /^[\d\W_oieas]{0,8}$/.test(plain.slice(at));
}

// Longest first, because matches do not overlap.
const WEAK_WORD = new RegExp(
  `(?:${(
    "administrator adminstrator contrasena motdepasse temporary kennwort password passwort battery complex correct default initial secreta welcome change geheim hunter letmei passwd qwerty random secret secure sesame staple strong admin clave first guest horse login passw super token demo here long love mein open pass root safe some temp test this user very word your abc bar baz dev foo key let mon new old pwd str sup the top you db in is me mi my pw i"
  ).replaceAll(" ", "|")})[\\W_]*`,
  "y",
);
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
