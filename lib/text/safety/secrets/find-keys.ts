import type { Span } from "@/lib/text/safety/finding";
import { isMarkedPlaceholder, isPlaceholder, looksRandom } from "@/lib/text/safety/secrets/judge-value";

/**
 * Finds secrets by structure instead of prefix: private keys, also in base64, JWTs, Telegram and Discord bot tokens.
 */
export function findKeys(text: string): Span[] {
  const spans: Span[] = [];
  if (text.includes("PRIVATE") || text.includes("SSH2") || text.includes("PuTTY")) findPrivateKeys(text, spans);
  if (text.includes("LS0tL")) findPackedKeys(text, spans);
  if (text.includes('"kty"')) findWebKeys(text, spans);
  if (text.includes("eyJ")) findJwts(text, spans);
  if (/A[KS]IA[A-Z0-9]{16}/.test(text)) findAwsSecrets(text, spans);
  findBotTokens(text, spans);
  return spans;
}

/** Forty base64 characters near a key id: AWS secret keys have no other distinguishing mark. */
function findAwsSecrets(text: string, spans: Span[]): void {
  const ids = [...text.matchAll(/A[KS]IA[A-Z0-9]{16}/g)].map(({ index }) => index);
  let next = 0;
  for (const { 0: value, index } of text.matchAll(AWS_SECRET)) {
    while (next < ids.length && (ids[next] ?? 0) < index - NEAR) next += 1;
    if (Math.abs((ids[next] ?? Number.POSITIVE_INFINITY) - index) > NEAR) continue;
    if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !looksRandom(value) || isMarkedPlaceholder(value)) continue;
    const what = "an AWS secret access key";
    spans.push({ rule: "aws_secret_beside_id", kind: "secret_aws_secret_key", what, index, end: index + value.length });
  }
}

const AWS_SECRET = /(?<![A-Za-z0-9+/_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;
/** In characters: both are on the same line or on adjacent ones. */
const NEAR = 300;

/**
 * A private key counts if forty base64 characters follow its first line, or sixteen in one piece that are not a word,
 * and the text does not say that some were removed.
 */
function findPrivateKeys(text: string, spans: Span[]): void {
  for (const match of text.matchAll(KEY_BEGINS)) {
    const from = match.index + match[0].length;
    const body = text.slice(from, from + KEY_BODY_READ);
    const stop = body.search(/-{4}|Private-MAC/);
    const inside = stop < 0 ? body : body.slice(0, stop);
    const packed = inside.replace(KEY_HEADERS, "").replace(/\\+[nrt]|[\s"'+>|\\]+/g, "");
    const first = /^(?:\\[nr]|\s)*([A-Za-z0-9+/]{16})/.exec(inside)?.[1] ?? "";
    const isBegun = /[a-z]/.test(first) && /[A-Z].*[A-Z]/.test(first);
    if (!(isBegun || /[A-Za-z0-9+/]{40}/.test(packed)) || /\.{3}|…|\*{3}|(.)\1{11}|YOUR_/.test(packed)) continue;
    spans.push({
      rule: "private_key",
      kind: "secret_private_key",
      what: "a private key",
      index: match.index,
      end: from + inside.length,
    });
  }
}

const KEY_BODY_READ = 8_000;
const KEY_BEGINS =
  /-----BEGIN ?(?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----|PuTTY-User-Key-File-\d:/g;
const KEY_HEADERS = /(?:^|[\n\\])n?[A-Z][A-Za-z-]{2,30}: [^\n\\]{0,100}/g;

/** Keys as in Kubernetes configurations: the whole file in base64. Certificates are encoded in the same way. */
function findPackedKeys(text: string, spans: Span[]): void {
  for (const { 0: packed, index } of text.matchAll(PACKED_FILE)) {
    const whole = packed.slice(0, KEY_BODY_READ).replace(/\s+/g, "");
    const inside: Span[] = [];
    findPrivateKeys(atob(whole.slice(0, whole.length - (whole.length % 4))), inside);
    if (inside.length > 0)
      spans.push({
        rule: "private_key_base64",
        kind: "secret_private_key",
        what: "a private key (base64)",
        index,
        end: index + packed.length,
      });
  }
}

/** "-----BEGIN" in base64 and the base64 after it, on one line or several. */
const PACKED_FILE = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{26,}(?:\s{1,20}[A-Za-z0-9+/]{16,})*/g;

function findWebKeys(text: string, spans: Span[]): void {
  for (const match of text.matchAll(/"d"\s{0,4}:\s{0,4}"([A-Za-z0-9_-]{40,700})"/g)) {
    if (isPlaceholder(match[1] ?? "")) continue;
    spans.push({
      rule: "private_key_jwk",
      kind: "secret_private_key",
      what: "a private key (JWK)",
      index: match.index,
      end: match.index + match[0].length,
    });
  }
}

function findJwts(text: string, spans: Span[]): void {
  for (const match of text.matchAll(JWT)) {
    if (isMarkedPlaceholder(match[0].slice(-20))) continue;
    spans.push({
      rule: "json_web_token",
      kind: "secret_jwt",
      what: "a JSON Web Token",
      index: match.index,
      end: match.index + match[0].length,
    });
  }
}

// Three parts, or five if encrypted. A part must not start inside a longer word, so each run is read a bounded number
// of times.
const JWT =
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,1500}\.(?:eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{3,1000}|[A-Za-z0-9_-]{0,4000}\.[A-Za-z0-9_-]{16,1000})(?:\.[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,100})?/g;

/**
 * Telegram: eight to ten digits, a colon, 35 characters. Discord: three parts of fixed lengths. Found by their `:` and
 * `.`.
 */
function findBotTokens(text: string, spans: Span[]): void {
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) {
    if (!isDigit(text.charCodeAt(at - 1))) continue;
    const found = matchAt(TELEGRAM_TAIL, text, at);
    const head = /(?<![0-9])[0-9]{8,10}$/.exec(text.slice(Math.max(0, at - 11), at))?.[0];
    if (found && head && looksRandom(found.slice(1)) && !isPlaceholder(found)) {
      spans.push({
        rule: "telegram_bot_token",
        kind: "secret_telegram_token",
        what: "a Telegram bot token",
        index: at - head.length,
        end: at + found.length,
      });
    }
  }
  for (let at = text.indexOf("."); at >= 0; at = text.indexOf(".", at + 1)) {
    const found = matchAt(DISCORD_TAIL, text, at);
    if (!found) continue;
    const head = /(?<![A-Za-z0-9_-])[MNO][A-Za-z0-9_-]{22,27}$/.exec(text.slice(Math.max(0, at - 29), at))?.[0];
    if (head && looksRandom(found.slice(8)) && !isPlaceholder(head + found)) {
      spans.push({
        rule: "discord_bot_token",
        kind: "secret_discord_token",
        what: "a Discord bot token",
        index: at - head.length,
        end: at + found.length,
      });
    }
  }
}

const TELEGRAM_TAIL = /:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y;
const DISCORD_TAIL = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])/y;

function matchAt(sticky: RegExp, text: string, at: number): string | undefined {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0];
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
