import { taintOfPath } from "@/lib/text/safety/skill/path-kinds";

/** Folders of stores whose names hold a blank. */
const SPACED_STORE =
  /(?:Application Support|User Data|Login Data|Local State|Local Storage|Web Data|Telegram Desktop)(?:$|[\\/])/;
/** One segment after a slash is more often a route of a site than a folder. */
const ROUTE = /^\/(?!etc|root|Users)\w*\/?\*?$/;

/** The taint of a text of a program, if it names a path; 0 for any other text. */
export function pathTaint(text: string): number {
  if (text.length > 200 || (/\s/.test(text.trim()) && !SPACED_STORE.test(text)) || ROUTE.test(text)) return 0;
  return text === "." ? 0 : taintOfPath(text);
}

/** The last part of a path in lower case; empty for a text that names no file. */
export function lastName(text: string): string {
  if (text.length > 200 || /\s|:\/\//.test(text)) return "";
  const name = text.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return (/^\.?[\w%-][\w.%-]{0,80}\.\w{1,10}$|^\w{4,40}$/.test(name) && /[\\/.]/.test(text)) ||
    (/^(?:\/var)?\/tmp\//.test(text) && /^\.?\w{1,40}$/.test(name))
    ? name.toLowerCase()
    : "";
}
