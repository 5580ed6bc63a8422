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

const PATH_BYTES_MAX = 200;

/**
 * Whether every file system can hold a path of `/`-separated names: none is hidden, empty, reserved by Windows, or has
 * characters that cannot be seen or that Windows refuses. The service accepts no other files of a skill, and the command
 * line writes no others.
 */
export function isPortablePath(path: string): boolean {
  if (new TextEncoder().encode(path).length > PATH_BYTES_MAX) return false;
  return path.split("/").every((part) => {
    const isReserved = /^(?:con|prn|aux|nul|con(?:in|out)\$|(?:com|lpt)[\d¹²³])(?:\.|$)/i.test(part);
    return part !== "" && !/^[.\s]|[.\s]$|[\p{C}\\<>:"|?*]/u.test(part) && !isReserved;
  });
}
