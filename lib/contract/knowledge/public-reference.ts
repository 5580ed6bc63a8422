const PRIVATE_NAMES = /(^|\.)(internal|local|localhost)$/;

/**
 * Whether a text is an address that anyone may be pointed to: an absolute http(s) URL without credentials whose host is a
 * name on the public internet (no IP literal, no single label, no `.internal`). Nothing is fetched.
 */
export function isPublicReference(text: string): boolean {
  // The parser forgives backslashes, blanks and missing slashes; a reader of the text would not.
  if (!/^https?:\/\/[^\s\\/]/i.test(text) || /[\s\\]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) return false;
  const host = url.hostname.replace(/\.$/, "");
  if (host.startsWith("[") || /^[0-9.]+$/.test(host)) return false;
  return host.includes(".") && !PRIVATE_NAMES.test(host);
}
