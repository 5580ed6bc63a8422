import type { Span } from "@/lib/text/safety/finding";
import {
  isBasicPair,
  isGenericPassword,
  isMarkedPlaceholder,
  isPlaceholder,
  looksLikePassword,
  looksRandom,
} from "@/lib/text/safety/secrets/judge-value";

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
