const PRIVATE_NAMES = /(^|\.)(internal|local|localhost)$/;

/** Whether a text is an absolute http(s) URL without credentials, as a person would write it. Fetches nothing. */
export function isWebReference(text: string): boolean {
  // The parser tolerates backslashes, blanks and missing slashes; a reader of the text would not.
  if (!/^https?:\/\/[^\s\\/]/i.test(text) || /[\s\\]/.test(text)) return false;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.username === "" && url.password === "" && !/^https?:\/\/[^/?#]*@/i.test(text);
}

/**
 * Whether a reference is safe to link: its host is a name on the public internet (no IP literal, no single label, no
 * `.internal`). Others are shown as text, because a link would lead into the reader's own network.
 */
export function isPublicReference(text: string): boolean {
  if (!isWebReference(text)) return false;
  const host = new URL(text).hostname.replace(/\.$/, "");
  if (host.startsWith("[") || /^[0-9.]+$/.test(host)) return false;
  return host.includes(".") && !PRIVATE_NAMES.test(host);
}
