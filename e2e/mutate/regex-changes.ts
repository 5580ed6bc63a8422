type Part = { start: number; end: number; after: string };

/**
 * The same regular expression with one part changed: an anchor or an alternative removed, a bound moved by one, an
 * optional part made mandatory, the flag `i` removed.
 */
export function regexChanges({ pattern, flags }: { pattern: string; flags: string }): string[] {
  const changed = partsOf(pattern).map(({ start, end, after }) => pattern.slice(0, start) + after + pattern.slice(end));
  const expressions = [...new Set(changed)].filter(isExpression).map((text) => `/${text}/${flags}`);
  return flags.includes("i") ? [...expressions, `/${pattern}/${flags.replace("i", "")}`] : expressions;
}

function isExpression(text: string): boolean {
  try {
    new RegExp(text, "u");
  } catch {
    try {
      new RegExp(text);
    } catch {
      return false;
    }
  }
  return text !== "";
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  /** For each open group, the positions where its alternatives begin. */
  const groups: number[][] = [[0]];
  const close = (end: number) => {
    const starts = groups.pop() ?? [];
    if (starts.length < 2) return;
    starts.forEach((start, order) => {
      const next = starts[order + 1];
      parts.push(next === undefined ? { start: start - 1, end, after: "" } : { start, end: next, after: "" });
    });
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char === "\\") at += 1;
    else if (char === "[") at = endOfClass(pattern, at);
    else if (char === "(") {
      const head = /^\((?:\?(?:[:=!]|<[=!]|<\w+>))?/.exec(pattern.slice(at))?.[0] ?? "(";
      groups.push([at + head.length]);
      at += head.length - 1;
    } else if (char === "|") groups.at(-1)?.push(at + 1);
    else if (char === ")") close(at);
    else if (char === "^" || char === "$") parts.push({ start: at, end: at + 1, after: "" });
    else if (char === "?" && !"*+?}".includes(pattern.charAt(at - 1)))
      parts.push({ start: at, end: at + 1, after: "" });
    else if (char === "{") {
      const [whole, least = "", , most] = /^\{(\d+)(,(\d*))?\}/.exec(pattern.slice(at)) ?? [];
      if (whole === undefined) continue;
      const tail = whole.slice(1 + least.length);
      parts.push({ start: at, end: at + whole.length, after: `{${Number(least) + 1}${tail}` });
      if (most) parts.push({ start: at, end: at + whole.length, after: `{${least},${Number(most) - 1}}` });
      at += whole.length - 1;
    }
  }
  close(pattern.length);
  return parts;
}

function endOfClass(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at += 1) {
    if (pattern.charAt(at) === "\\") at += 1;
    else if (pattern.charAt(at) === "]") return at;
  }
  return pattern.length;
}
