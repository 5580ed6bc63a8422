/** What a line of markdown is: code in a fence, the mark that begins or ends such code, or anything else. */
export type LineKind = "text" | "code" | "fence";

const MARK = /^([\s>]*)((?:[-*+]|\d{1,9}[.)])\s{1,4})?(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Tells the kind of each line of a text, in order. A fence is closed by marks of its own kind, at least as many and
 * with nothing behind them, or by the end of its quote or of the list item that it begins. Fences are recognised at any
 * indent, in lists and in quotes. Linear in the line.
 */
export function readFences(): { kindOf: (line: string) => LineKind; isOpen: () => boolean } {
  let open = "";
  let holder: { quote: boolean; indent: number } = { quote: false, indent: 0 };
  const kindOf = (line: string): LineKind => {
    if (open !== "" && hasEnded(holder, line)) open = "";
    if (open === "") {
      if (!line.includes("```") && !line.includes("~~~")) return "text";
      const [, before = "", item = "", mark = ""] = MARK.exec(line) ?? [];
      open = mark;
      holder = { quote: before.includes(">"), indent: item === "" ? 0 : before.length + item.length };
      return open === "" ? "text" : "fence";
    }
    if (!line.includes(open)) return "code";
    const trimmed = line.replace(/^[\s>]+|\s+$/g, "");
    if (!trimmed.startsWith(open) || trimmed !== open.charAt(0).repeat(trimmed.length)) return "code";
    open = "";
    return "fence";
  };
  return { kindOf, isOpen: () => open !== "" };
}

function hasEnded({ quote, indent }: { quote: boolean; indent: number }, line: string): boolean {
  if (quote) return !/^\s*>/.test(line);
  return indent > 0 && line.trim() !== "" && line.search(/\S/) < indent;
}
