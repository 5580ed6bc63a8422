import type { Span } from "@/lib/text/safety/finding";
import {
  isBasicPair,
  isExamplePassword,
  isGenericPassword,
  isMarkedPlaceholder,
  isPlaceholder,
  isSaidOfSecrets,
  looksLikePassword,
  looksRandom,
} from "@/lib/text/safety/secrets/judge-value";
import { matchAt } from "@/lib/text/safety/secrets/rule";

/**
 * Finds secrets by the keyword before them: `password = …`, `"apiKey": "…"`, `DD_API_KEY=…`, "the client secret is …".
 * Also finds generated values next to the name of a service whose keys have no shape of their own ("datadog key …"). A
 * value must look generated; words, identifiers, paths, versions and templates pass.
 */
export function findAssignments(text: string): Span[] {
  const spans: Span[] = [];
  let readTo = 0;
  for (const match of text.matchAll(KEYWORDS)) {
    if (match.index < readTo) continue;
    const after = match.index + match[0].length;
    if (HARMLESS_BEFORE.test(text.slice(Math.max(0, match.index - 16), match.index))) continue;
    const value = readValue(text, after);
    // Read a long value once, however many keywords it contains.
    if (value && value.text.length > LONG) readTo = value.index + value.text.length;
    if (!value || !isSecretValue(match[0], value)) continue;
    spans.push({
      rule: /pass|pwd/i.test(match[0]) ? "assigned_password" : "assigned_key",
      kind: kindOf(match[0]),
      what: wordsOf(match[0]),
      index: value.index,
      end: value.index + value.text.length,
    });
  }
  for (const match of text.matchAll(SERVICES)) {
    const value = readServiceKey(text.slice(match.index, match.index + 110));
    if (!value) continue;
    const index = match.index + value.index;
    spans.push({
      rule: "key_beside_service",
      kind: "secret_service_key",
      what: "a key of a web service",
      index,
      end: index + value.text.length,
    });
  }
  return spans;
}

const LONG = 64;

type Value = { text: string; index: number; strict: boolean };

const KEYWORDS =
  /pass(?:word|wd|phrase|code)|\bpwd\b|_pwd\b|(?:api|app|access|auth|secret|private|encryption|signing|master|account|application|shared|service|license|webhook|deploy|storage)[ _-]?key|secret|token|credential|--pass\b|\bpass\b/gi;
const HARMLESS_BEFORE =
  /(?:page|next|prev|cursor|continuation|public[ _-]?key|partition|primary|foreign|strong[ _-]?name|keyset|csrf|xsrf|sync|resume|cancell?ation|public|publishable|(?<![a-z])(?:max|min|num|non|row|css|sort)|syntax|lexer|design|colou?r|etag|cache|commit|idempotency|dedup\w*|trace|correlation|request)[ _-]?$/i;

/** Reads the text after a keyword: the rest of a name, a connector, an optional quote, the value. */
function readValue(text: string, at: number): Value | null {
  CONNECTED.lastIndex = at;
  const match = CONNECTED.exec(text);
  if (!match) return null;
  const [whole, rest = "", connector = "", quote = ""] = match;
  if (HARMLESS_REST.test(rest)) return null;
  const index = at + whole.length;
  // An unclosed quote is not a quote.
  let value = quote ? (matchAt(QUOTED, text, index) ?? "") : "";
  if (!value) {
    value = matchAt(BARE, text, index) ?? "";
    if (/[([{<]/.test(text.charAt(index + value.length))) return null;
    value = value.replace(/&[A-Za-z_]{1,30}=.*$/, "").replace(/[.,:!?]+$/, "");
  }
  return value.length < 8 ? null : { text: value, index, strict: connector.trim() !== "" };
}

const CONNECTED =
  /((?:[_-][A-Za-z0-9_-]{1,24}|[A-Z][A-Za-z0-9]{0,20})?)\\?["'`\]]{0,2}(\s{0,4}(?::=|=>|==?|:|->)\s{0,4}|\s{1,3}(?:is|was|equals)(?: now| set to)?[: ]\s{0,2}|\s{1,2})\\?(["'`]?)/y;
const HARMLESS_REST =
  /(?:[_-]?(?:id|ids|name|type|url|uri|count|limit|path|file|ref|hash|length|expir\w*|ttl|header|field|param|scope|prefix|version|format|policy|env|var|izer|ize|ized|s))$/i;
const QUOTED = /[^"'`\s]{8,120}(?=\\?["'`])/y;
const BARE = /[^\s"'`,;<>(){}[\]|\\]{8,120}/y;

function isSecretValue(keyword: string, value: Value): boolean {
  const { text } = value;
  if (isPlaceholder(text) || isSaidOfSecrets(text) || NOT_A_VALUE.test(text) || SAMPLE_UUIDS.has(text.toLowerCase()))
    return false;
  if (/pass|pwd/i.test(keyword)) {
    if (!value.strict && !/--pass/i.test(keyword))
      return text.length >= 12 && looksRandom(text) && /\d/.test(text) && looksLikePassword(text);
    return (
      !isExamplePassword(text) &&
      (text.length >= 16 ? looksRandom(text) || looksLikePassword(text) : looksLikePassword(text))
    );
  }
  const vague = /^(?:token|secret|credential)$/i.test(keyword);
  if (text.length < 16 || (UUID.test(text) && vague)) return false;
  if (!value.strict && !/\d/.test(text)) return false;
  // Without "is" or "=" between them, the value itself must look like a token and must not be a hash.
  if (!value.strict && (vague ? text.length < 32 || !/[a-z].*[A-Z]|[A-Z].*[a-z]/.test(text) : text.length < 20))
    return false;
  return looksRandom(text);
}

// URLs, paths, mail addresses, hashes and code references. A plus or slash inside is allowed: base64 has them.
const NOT_A_VALUE =
  /:\/\/|^\*:\*|^[./~]+[A-Za-z_]|^[/\\]|^[\w.+-]{1,64}@[\w-]{1,64}\.\w|^\$(?:2[aby]|argon2|6|5|1)\$|^(?:sha\d|md5|pbkdf2|scrypt|bcrypt)[-:_$]|^(?:process|import|os|env|config|secrets|vars|github|self|this|ctx|settings)\.|\.(?:ts|js|py|md|json|ya?ml|env|pem|txt)$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const SAMPLE_UUIDS = new Set([
  "550e8400-e29b-41d4-a716-446655440000",
  "123e4567-e89b-12d3-a456-426614174000",
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
]);

const SERVICES =
  /datadog|twilio|mailgun|heroku|vercel|azure|cloudflare|telegram|algolia|mailchimp|cohere|mistral|deepseek|fastly|pagerduty|zendesk|snyk|codecov|amplitude|mixpanel|rollbar|splunk|vault|discord|okta|openai|stripe|github|gitlab|aws|sendgrid/gi;

/** A generated value near a service name, if the text between them mentions a key, token, secret or password. */
function readServiceKey(near: string): { text: string; index: number } | null {
  for (const match of near.matchAll(/(?<![A-Za-z0-9_./+-])[A-Za-z0-9_./+-]{24,90}={0,2}/g)) {
    const between = near.slice(0, match.index);
    if (
      /[.!?\n]\s/.test(between) ||
      !/(?:key|token|secret|password|credential)s?(?: (?:is|was|value|here|for \w{1,16}))?[\s:="'`(]{1,4}$/i.test(
        between,
      )
    )
      continue;
    const value = match[0];
    if (
      /^(?:[a-z]+[-_./])+[a-z]+$/i.test(value) ||
      isPlaceholder(value) ||
      NOT_A_VALUE.test(value) ||
      SAMPLE_UUIDS.has(value)
    )
      continue;
    if (/\d/.test(value) && looksRandom(value)) return { text: value, index: match.index };
  }
  return null;
}

function kindOf(keyword: string): string {
  return /pass|pwd/i.test(keyword) ? "secret_password" : "secret_assigned_key";
}

function wordsOf(keyword: string): string {
  return /pass|pwd/i.test(keyword) ? "a password" : "a secret key or token";
}

/**
 * Finds passwords in URLs (`scheme://user:password@host`, any scheme) and in HTTP authorization (Basic and Bearer
 * headers, `curl -u`). Templates and marked placeholders pass. For local and one-word hosts, all values that do not
 * look generated pass.
 */
export function findUrlPasswords(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    AUTHORITY.lastIndex = at;
    const match = AUTHORITY.exec(text);
    if (!match?.groups) continue;
    const { user = "", password = "", host = "" } = match.groups;
    if (!isRealPassword(user, password, host)) continue;
    spans.push({
      rule: "address_password",
      kind: "secret_url_password",
      what: "a password in an address",
      index: at + 3,
      end: at + match[0].length,
    });
  }
  findHeaders(text, spans);
  return spans;
}

// The password may contain "@" but not "/" or "?", because a port and a path would be read as a password.
const AUTHORITY =
  /:\/\/(?<user>[^\s:@/?"'<>`|()[\]]{0,100}):(?<password>[^\s/?"'<>`|[\]]{1,200})@(?<host>[^\s/?#:"'<>`,;()]{0,253})/y;

function isRealPassword(user: string, password: string, host: string): boolean {
  const plain = decode(password);
  if (isTemplate(user) || isTemplate(plain) || isTemplate(host) || isMarkedPlaceholder(plain)) return false;
  if (isPattern(user, plain, host)) return false;
  if (!isLocal(host)) return true;
  return plain !== user && !isGenericPassword(plain) && (looksRandom(plain) || looksLikePassword(plain));
}

/** Whether a URL shows the URL format: the literal words `user:password`, or similar words at an example host. */
function isPattern(user: string, password: string, host: string): boolean {
  if (/^(?:user(?:name)?|usr|login|name)?$/i.test(user) && /^(?:password|passwd|pass|pwd|pw)$/i.test(password))
    return true;
  const isNobodys =
    /(?:^|\.)example(?:\.[a-z]{2,3})?$|\.(?:example|test|invalid)$|(?:^|\.)(?:my|your|some)[a-z-]{0,12}\.[a-z]{2,4}$/i;
  return (
    isNobodys.test(host.replace(/:\d+$/, "")) &&
    (password.length <= 4 || password === user || isGenericPassword(password))
  );
}

function isTemplate(part: string): boolean {
  return /^[$%{[*]|\$\{|\{\{|\$\(|[{}]|^[A-Z][A-Z_]{2,}$|^\.{2,}$/.test(part);
}

/** Hosts of development databases and names that no network resolves. Private networks have real passwords. */
function isLocal(host: string): boolean {
  const name = host.toLowerCase();
  return !name.includes(".") || /^(?:127\.|0\.0\.0\.0)|\.(?:example|test|invalid|localhost)$/.test(name);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function findHeaders(text: string, spans: Span[]): void {
  for (const match of text.matchAll(AUTHORIZATION)) {
    const scheme = (match[1] ?? "").toLowerCase();
    const value = match[2] ?? "";
    const end = match.index + match[0].length;
    if (scheme === "basic" ? isBasicPair(value) : value.length >= 20 && !isPlaceholder(value) && looksRandom(value)) {
      spans.push({
        rule: `${scheme}_authorization`,
        kind: `secret_${scheme}_auth`,
        what: `a ${scheme} authorization`,
        index: end - value.length,
        end,
      });
    }
  }
  for (const match of text.matchAll(CURL_USER)) {
    const password = match[2] ?? "";
    if (isGenericPassword(password) || isTemplate(password) || !(looksLikePassword(password) || looksRandom(password)))
      continue;
    const end = match.index + match[0].length;
    spans.push({
      rule: "curl_user",
      kind: "secret_basic_auth",
      what: "a password of a command",
      index: end - password.length,
      end,
    });
  }
}

const AUTHORIZATION = /\b([Bb]asic|BASIC|[Bb]earer|BEARER) {1,3}([A-Za-z0-9+/_.~-]{12,2000}={0,2})/g;
const CURL_USER = /(?<=\s)(?:-u|--user)[ =]["']?([^\s:"']{1,64}):(?!\/\/)([^\s"']{8,100})/g;
