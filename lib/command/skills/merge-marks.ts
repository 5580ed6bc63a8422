/** A text that Git left with both sides of a merge: each side as a whole, and what Git calls it. */
export type Sides = { texts: [ours: string, theirs: string]; names: [ours: string, theirs: string] };

const MARK = /^(<{7}|\|{7}|={7}|>{7})(?: (.*?))?\r?$/;

/**
 * The two sides of a text with the marks of a conflict, also with the common text between them; null for a text without
 * marks. Throws an Error for marks that do not belong together.
 */
export function sidesOf(text: string): Sides | null {
  const [ours, theirs]: [string[], string[]] = [[], []];
  const names: Sides["names"] = ["one side", "the other side"];
  /** The kind of mark above; a text outside has none. */
  let above = "";
  let found = 0;
  for (const line of text.split("\n")) {
    const [, mark = "", name] = MARK.exec(line) ?? [];
    const kind = mark[0] ?? "";
    if (kind === "") {
      if (above === "" || above === "<") ours.push(line);
      if (above === "" || above === "=") theirs.push(line);
      continue;
    }
    const follows = { "<": "", "|": "<", "=": "<|", ">": "=" }[kind] ?? "";
    if (follows === "" ? above !== "" : !follows.includes(above) || above === "")
      throw new Error("its marks of a merge do not belong together.");
    found += 1;
    if (kind === "<" && name) names[0] = name;
    if (kind === ">" && name) names[1] = name;
    above = kind === ">" ? "" : kind;
  }
  if (above !== "") throw new Error("its marks of a merge do not belong together.");
  return found === 0 ? null : { texts: [ours.join("\n"), theirs.join("\n")], names };
}
