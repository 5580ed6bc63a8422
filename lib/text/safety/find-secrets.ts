import { FINDINGS_MAX, type Finding, type Span } from "@/lib/text/safety/finding";
import { foldCase, type Gates, gatesOf, isAlphanumeric, nextStem, type Start, startsAt } from "@/lib/text/safety/gates";
import { findKeys, findSeedPhrases } from "@/lib/text/safety/secrets/find-keys";
import { findAssignments, findUrlPasswords } from "@/lib/text/safety/secrets/find-passwords";
import { findSplit } from "@/lib/text/safety/secrets/find-split";
import { isMarkedPlaceholder } from "@/lib/text/safety/secrets/judge-value";
import type { SecretRule, Value } from "@/lib/text/safety/secrets/rule";
import { secretRules } from "@/lib/text/safety/secrets/rules";

/**
 * Finds API keys, tokens, private keys, JWTs, seed phrases, session cookies and passwords in a text, in order, at most
 * 100. Findings never repeat the secrets. Placeholders, templates and documented example keys are not reported. Pure,
 * synchronous and linear in the length.
 */
export function findSecrets(text: string): Finding[] {
  return findSecretSpans(text).map(({ kind, what, index }) => ({ kind, what, index }));
}

/**
 * Like `findSecrets`, with the end of each secret and the rule that found it. Of overlapping findings, only the most
 * specific is kept. A secret broken by blanks or line ends spans from its first part to its last.
 */
export function findSecretSpans(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  const kept: Span[] = [];
  const keep = (spans: Span[]) => {
    const places = spans.length > 0 ? documentedPlaces(text) : [];
    for (const span of spans) {
      if (kept.length === FINDINGS_MAX) return;
      if (isDocumented(span, places) || kept.some((other) => span.index < other.end && other.index < span.end))
        continue;
      kept.push(span);
    }
  };
  keep(findWhole(text));
  keep(findSeedPhrases(text));
  keep(findSplit(text, { findTokens, findAny: findWhole }));
  return kept.sort((a, b) => a.index - b.index);
}

/** Ordered by confidence in the kind: a table row is more specific than an assignment. */
function findWhole(text: string): Span[] {
  return [...findByRules(text), ...findKeys(text), ...findUrlPasswords(text), ...findAssignments(text)];
}

/** Those of the whole table. */
const findByRules = finderOf(secretRules);
/** Secrets with a shape of their own, whatever precedes them. */
const findRows = finderOf(secretRules.filter((rule) => !rule.read));
const findTokens = (text: string) => [...findRows(text), ...findKeys(text)];

// "pwd=" and eight characters.
const SHORTEST = 12;

/**
 * Sample values from published documents; repeating them leaks nothing. Each is listed without its prefix, so that
 * scanners do not report this file. A finding that contains one completely, and little else, is dropped.
 */
// biome-ignore format: the values fill their lines
const DOCUMENTED = [
  // AWS: access keys of its documentation.
  "IOSFODNN7EXAMPLE", "I44QH8DHBEXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY",
  // Azure: the storage emulators and the Cosmos DB emulator.
  "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6",
  "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mG",
  // Stripe: the keys of its documentation.
  "4eC39HqLyjWDarjtT1zdp7dc", "BQokikJOvBiI2HlWgH4olfQ2", "26PHem9AhJZvU623DfE1x4sd", "tR3PYbcVNZZ796tH88S4VQ2u",
  "TYooMQauvdEDq54NiTphI7jx",
  // jwt.io: the signatures of its samples.
  "SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c", "TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ",
  "KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30", "dyt0CoTl4WoVjAHI9Q_CwSKhl6d_9rhM3NrXuJttkao",
  "POstGetfAytaZS82wHcjoTyoqhMyxXiWdR7Nn7A29DNSl0EiXLdwJ6xC6Afg",
  "tyh-VfuzIxCyGYDlkBA7DfyjrqmSHu6pQ2hoZuFqUSLPNY2N0mpHb3nk5K17",
  "NHVaYe26MbtOYhSKkoKYdFVomg4i8ZJd8_-RU8VNbftc4TSMb4bXP3l3YlNW",
  // RFC 7515, 7516, 7517, 7519: tokens and keys of their examples.
  "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5R",
  "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8I", "XFBoMYUZodetZdvTiFvSkQ", "U0m_YmjN04DJvceFICbCVQ",
  "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3",
  "Eq5xpGnNCivDflJsRQBXHx1hdR1k6Ulwe2JZD50LpXyWPEAeP88vLNO97Ijl",
  "X4cTteJY_gn4FYPsXB8rdXix5vwsg1FLN5E3EaG6RJoVH-HLLKD9M7dx5oo7", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI",
  "870MB6gfuTJ4HtUnUvYMyJpr5eUZNP4Bk43bVdj3eAE", "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
  // RFC 6749, 6750, 7009, 7662, 7523, 8693, 7617, 6455.
  "2YotnFZFEjr1zCsicMWpAA", "tGzv3JOkF0XG5Qx2TlKWIA", "czZCaGRSa3F0MzpnWDFmQmF0M2JW", "7Fjfp0ZBr1KtDRbnfVdmIw",
  "gX1fBat3bV", "SplxlOBeZQQYbYS6WxSbIA", "mF_9.B5f-4.1JqM", "45ghiukldjahdnhzdauz",
  "accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC", "QWxhZGRpbjpvcGVuIHNlc2FtZQ", "QWxhZGRpbjpPcGVuU2VzYW1l",
  "YWxhZGRpbjpvcGVuc2VzYW1l", "dGVzdDoxMjPCow", "dXNlcm5hbWU6cGFzc3dvcmQ", "dXNlcjpwYXNz", "dGhlIHNhbXBsZSBub25jZQ",
  "s3pPLMBiTxaQ9kYGzzhZRbK",
  // RFC 7748, 8032 and 6979: private keys of their test vectors.
  "77076d0a7318a57d3c16c17251b26645", "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae",
  "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8",
  "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b44",
  "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f",
  // WireGuard, MinIO, Google reCAPTCHA, Slack, Twilio, Telegram, Discord: values of their documentation.
  "yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk", "oK56DE9Ue9zK76rAc8pBl6opph+1v36lm7cXXsQKrQM",
  "GtL7fZc/bLnqZldpVofMCD6hDjrK28SsdLxevJ+qtKU", "zuf+tfteSlswRu7BJ86wekitnifILbZam1KYY3TG", "Q3AM3UQ867SPQQA43P2F",
  "6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe", "6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI", "pdFZKVeTuE8sk7oOcHrzqqgy",
  "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
  "4839574812:AAFD39kkdpWt3ywyRZergyOLMaJhac60qcs",
  // Keys of local chains, identical in every installation.
  "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2",
  "59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78",
  "5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab",
  "4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b2",
];

/** From this length on, a value may be the beginning of a longer one: the documents contain keys of many lines. */
const WHOLE = 40;

const ANY = new RegExp(DOCUMENTED.map((one) => one.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|"), "g");

/** Positions of documented values, in order. */
function documentedPlaces(text: string): Array<{ index: number; end: number }> {
  return [...text.matchAll(ANY)].map(({ 0: value, index }) => ({ index, end: index + value.length }));
}

/** Whether a finding is a documented value, including its prefix, its name or the public parts of a token around it. */
function isDocumented(
  finding: { index: number; end: number },
  places: ReadonlyArray<{ index: number; end: number }>,
): boolean {
  return places.some(
    ({ index, end }) =>
      index < finding.end &&
      finding.index < end &&
      finding.end - finding.index >= (end - index) / 2 &&
      (end - index) * (end - index < WHOLE ? 5 : 20) >= finding.end - finding.index,
  );
}

/**
 * A finder of the secrets that these rows of the table describe. One pass looks for all gates; at each gate it tries the
 * shapes that may begin there.
 *
 * Gates are compared by their first two characters, and a sticky shape costs at most its bound, so the work is linear
 * by construction. (One expression of all gates took several times as long.)
 */
export function finderOf(rules: readonly SecretRule[]): (text: string) => Span[] {
  const table = tableOf(rules);
  return (text) => findBy(table, text);
}

function findBy({ everywhere, exact, folded }: Table, text: string): Span[] {
  const spans: Span[] = [];
  if (hasLongWord(text))
    for (const rule of everywhere)
      for (const match of text.matchAll(rule.shape)) spans.push(...spanOf(text, match, rule));
  findAtGates(exact, text, text, spans);
  findAtGates(folded, text, foldCase(text), spans);
  return spans;
}

/** Tries the shapes whose gate occurs at a position of `read`, which is the text or its lower-case form. */
function findAtGates(gates: Gates<SecretRule>, text: string, read: string, spans: Span[]): void {
  const refused: Refused = new Map();
  let at = 0;
  while (at < read.length - 1 && spans.length < SPANS_MAX) {
    at = nextStem(gates, read, at);
    const starts = startsAt(gates, read, at);
    const span = starts === undefined ? null : spanAt(text, read, at, starts, refused);
    if (span) spans.push(span);
    // A match that begins within a secret is part of it.
    at = span?.index === at ? Math.max(at + 1, span.end) : at + 1;
  }
}

/** Far more than are kept: a text full of secrets is not read to its end. */
const SPANS_MAX = 1_000;

/**
 * The end of the last long match that a row refused: a match that begins within it is the same token from a later
 * position.
 */
type Refused = Map<SecretRule, number>;
const LONG = 64;

function spanAt(
  text: string,
  read: string,
  at: number,
  starts: Array<Start<SecretRule>>,
  refused: Refused,
): Span | null {
  for (const { literal, rule } of starts) {
    if (!read.startsWith(literal, at) || at < (refused.get(rule) ?? 0)) continue;
    rule.shape.lastIndex = at;
    const match = rule.shape.exec(text);
    if (!match) continue;
    const [span] = spanOf(text, match, rule, literal);
    if (span) return span;
    if (match[0].length > LONG) refused.set(rule, at + match[0].length);
  }
  return null;
}

function spanOf(text: string, match: RegExpExecArray, rule: SecretRule, literal = ""): Span[] {
  const secret = secretOf(text, match, rule);
  if (!secret) return [];
  const rest = secret.index === match.index ? secret.text.slice(literal.length) : secret.text;
  if (isMarkedPlaceholder(rest) || !(rule.check?.(rest) ?? true)) return [];
  const { id, kind, what } = rule;
  return [{ rule: id, kind, what, index: secret.index, end: secret.index + secret.text.length }];
}

function secretOf(text: string, match: RegExpExecArray, rule: SecretRule): Value | null {
  const end = match.index + match[0].length;
  if (rule.read) return rule.read(text, end);
  const { secret = match[0], head = "" } = match.groups ?? {};
  return { text: head + secret, index: end - secret.length - head.length };
}

type Table = { everywhere: readonly SecretRule[]; exact: Gates<SecretRule>; folded: Gates<SecretRule> };

function tableOf(rules: readonly SecretRule[]): Table {
  return {
    everywhere: rules.filter((rule) => rule.gate.length === 0),
    exact: gatesOf(rules.filter((rule) => !rule.folded)),
    folded: gatesOf(rules.filter((rule) => rule.folded)),
  };
}

/** The minimum run of letters, digits and hyphens in shapes without a gate. */
const LONG_WORD = 24;

/**
 * Whether a text has such a run. Every run covers at least one multiple of its length, so few characters are checked.
 */
function hasLongWord(text: string): boolean {
  for (let at = LONG_WORD - 1; at < text.length; at += LONG_WORD) {
    if (!isWord(text.charCodeAt(at))) continue;
    let [from, to] = [at, at + 1];
    while (from > 0 && isWord(text.charCodeAt(from - 1)) && at - from < LONG_WORD) from -= 1;
    while (to < text.length && isWord(text.charCodeAt(to)) && to - at < LONG_WORD) to += 1;
    if (to - from >= LONG_WORD) return true;
  }
  return false;
}

function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === HYPHEN || code === LOW_LINE;
}

const [HYPHEN, LOW_LINE] = [0x2d, 0x5f];
