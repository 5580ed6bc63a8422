import { taintOfPath } from "@/lib/text/safety/skill/path-kinds";

/** Store folders whose names contain a space. */
const SPACED_STORE =
  /(?:Application Support|User Data|Login Data|Local State|Local Storage|Web Data|Telegram Desktop)(?:$|[\\/])/;
/** A single segment after a slash is more often a route than a folder. */
const ROUTE = /^\/(?!etc|root|Users)\w*\/?\*?$/;

/** The taint of a program text that names a path; 0 for other texts. */
export function pathTaint(text: string): number {
  if (text.length > 200 || (/\s/.test(text.trim()) && !SPACED_STORE.test(text)) || ROUTE.test(text)) return 0;
  return text === "." ? 0 : taintOfPath(text);
}

/** The last part of a path in lower case; empty if the text does not name a file. */
export function lastName(text: string): string {
  if (text.length > 200 || /\s|:\/\//.test(text)) return "";
  const name = text.replaceAll("\\", "/").split("/").at(-1) ?? "";
  return (/^\.?[\w%-][\w.%-]{0,80}\.\w{1,10}$|^\w{4,40}$/.test(name) && /[\\/.]/.test(text)) ||
    (/^(?:\/var)?\/tmp\//.test(text) && /^\.?\w{1,40}$/.test(name))
    ? name.toLowerCase()
    : "";
}
