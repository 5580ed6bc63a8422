/** A token of a program: a dotted name (`os.environ`), a text, a number, or one sign. */
export type Token = { kind: "name" | "text" | "number" | "sign" | "line"; text: string; start: number };

const TOKENS_MAX = 12_000;

/** Tokenises a program in any common language. Comments are left out; an unclosed text ends with its line. Linear. */
export function readTokens(source: string, hashComments: boolean, depth = 0): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const missing = new Set<string>();
  const push = (kind: Token["kind"], text: string, start: number) => tokens.push({ kind, text, start });
  while (at < source.length && tokens.length < TOKENS_MAX) {
    const char = source.charAt(at);
    if (char === "\n") {
      push("line", "\n", at);
      at += 1;
    } else if (/\s/.test(char)) at += 1;
    else if (
      (char === "#" && hashComments && source.charAt(at + 1) !== "{") ||
      (char === "/" && source.charAt(at + 1) === "/")
    ) {
      const end = source.indexOf("\n", at);
      at = end < 0 ? source.length : end;
    } else if (char === "/" && source.charAt(at + 1) === "*") {
      const end = missing.has("*/") ? -1 : source.indexOf("*/", at + 2);
      if (end < 0) {
        missing.add("*/");
        at += 2;
      } else at = end + 2;
    } else if (char === '"' || char === "'" || char === "`") {
      const triple = source.startsWith(char.repeat(3), at) ? char.repeat(3) : "";
      if (triple) {
        const end = missing.has(triple) ? -1 : source.indexOf(triple, at + 3);
        if (end >= 0) {
          const holes = holesOf(char, tokens.at(-1), at);
          push("text", source.slice(at + 3, end), at);
          if (depth < HOLES_DEEP) pushHoles(source, at + 3, end, holes, hashComments, depth, tokens);
          at = end + 3;
          continue;
        }
        missing.add(triple);
      }
      const end = closingQuote(source, at, char);
      if (end < 0) at += 1;
      else {
        const holes = holesOf(char, tokens.at(-1), at);
        push("text", source.slice(at + 1, end), at);
        if (depth < HOLES_DEEP) pushHoles(source, at + 1, end, holes, hashComments, depth, tokens);
        at = end + 1;
      }
    } else if (char === "%" && /^%[wWiI][[({]/.test(source.slice(at, at + 3))) {
      // Ruby's word list.
      const close = CLOSING[source.charAt(at + 2)] ?? "]";
      const end = source.slice(at, at + 2_000).indexOf(close, 3);
      push("sign", "[", at);
      const words = source.slice(at + 3, end < 0 ? at + 3 : at + end);
      for (const word of words.matchAll(/\S{1,200}/g)) push("text", word[0], at + 3 + word.index);
      push("sign", "]", at);
      at += end < 0 ? 3 : end + 1;
    } else if (/[\p{L}_$@]/u.test(char)) {
      const name = NAME.exec(source.slice(at, at + 200))?.[0] ?? char;
      push("name", name.replace(/\?\./g, ".").replace(/::|->/g, "."), at);
      at += name.length;
    } else if (/\d/.test(char)) {
      const number = /^[\w.]{1,60}/.exec(source.slice(at, at + 60))?.[0] ?? char;
      push("number", number, at);
      at += number.length;
    } else {
      const two = source.slice(at, at + 2);
      const sign =
        two === "=>" ||
        two === ":=" ||
        two === "+=" ||
        two === "==" ||
        two === "!=" ||
        two === "<=" ||
        two === ">=" ||
        two === "->"
          ? two
          : char;
      if ((char === "." || two === "?.") && /^[)\]]$/.test(tokens.at(-1)?.text ?? "")) {
        // A method of a call's result: its name keeps the dot.
        const name = /^\??\.\s{0,40}[\p{L}_$][\p{L}\w$]{0,80}(?:\.[\p{L}_$][\p{L}\w$]{0,80}){0,4}/u.exec(
          source.slice(at, at + 300),
        )?.[0];
        if (name) {
          push("name", name.replace(/^\??\.\s*/, "."), at);
          at += name.length;
          continue;
        }
      }
      push("sign", sign, at);
      at += sign.length;
    }
  }
  return joinModules(tokens);
}

/** Joins `require("https").get` and `__import__("os").system` into one name. */
function joinModules(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const module = tokens[at + 2];
    const member = tokens[at + 4];
    if (
      (token.text === "require" || token.text === "__import__" || token.text === "import_module") &&
      tokens[at + 1]?.text === "(" &&
      module?.kind === "text" &&
      tokens[at + 3]?.text === ")" &&
      member?.kind === "name" &&
      member.text.startsWith(".") &&
      /^[\w:./@-]{1,60}$/.test(module.text)
    ) {
      joined.push({ kind: "name", text: `${module.text.replace(/^node:/, "")}${member.text}`, start: token.start });
      at += 4;
    } else joined.push(token);
  }
  return joined;
}

const NAME = /^[\p{L}_$@][\p{L}\w$]*(?:(?:\?\.|\.|::|->)[\p{L}_$][\p{L}\w$]*){0,8}(?:[!?](?!=))?/u;

const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

/** Maximum nesting of interpolated texts within interpolations. */
const HOLES_DEEP = 2;
const HOLES_MAX = 40;
const HOLE_LENGTH_MAX = 240;

/** The interpolation syntax of a text: `${a}`, `#{a}`, `\\(a)`, and `{a}` after a prefix letter before the quote. */
function holesOf(quote: string, before: Token | undefined, at: number): RegExp | null {
  const isPrefixed =
    before?.kind === "name" &&
    before.start + before.text.length === at &&
    /^(?:[fF][rR]?|[rR][fF]|\$@?|@\$)$/.test(before.text);
  if (isPrefixed) return /\{(?!\{)/g;
  if (quote === "'") return null;
  return quote === "`" ? /\$\{/g : /[$#]\{|\\\(|\$(?=[A-Za-z_])/g;
}

/** Reads interpolated expressions as parts concatenated to the text. */
function pushHoles(
  source: string,
  from: number,
  end: number,
  holes: RegExp | null,
  hashComments: boolean,
  depth: number,
  tokens: Token[],
): void {
  if (holes === null) return;
  const text = source.slice(from, end);
  for (let count = 0; count < HOLES_MAX; count += 1) {
    const hole = holes.exec(text);
    if (!hole) return;
    const at = from + hole.index + hole[0].length;
    const inside = source.slice(at, Math.min(end, at + HOLE_LENGTH_MAX));
    if (hole[0] === "$") {
      const name = /^\w{1,60}/.exec(inside)?.[0] ?? "";
      const sign: Token = { kind: "sign", text: "+", start: at };
      tokens.push(sign, { kind: "name", text: `$${name}`, start: at }, sign, { kind: "name", text: name, start: at });
      continue;
    }
    const length = lengthOfHole(inside);
    if (length === 0) continue;
    tokens.push({ kind: "sign", text: "+", start: at });
    for (const token of readTokens(inside.slice(0, length), hashComments, depth + 1))
      if (token.kind !== "line") tokens.push({ ...token, start: token.start + at });
    holes.lastIndex = at - from + length;
  }
}

/** The length of an expression up to the bracket that closes its interpolation, which must be within the piece. */
function lengthOfHole(inside: string): number {
  let open = 0;
  for (let at = 0; at < inside.length; at += 1) {
    const char = inside.charAt(at);
    if (char === "{" || char === "(" || char === "[") open += 1;
    else if (char === "}" || char === ")" || char === "]") {
      if (open === 0) return at;
      open -= 1;
    }
  }
  return 0;
}

function closingQuote(source: string, open: number, quote: string): number {
  for (let at = open + 1; at < source.length; at += 1) {
    const char = source.charAt(at);
    if (char === "\\") at += 1;
    else if (char === quote) return at;
    else if (char === "\n" && quote !== "`") return -1;
    else if (at - open > 20_000) return -1;
  }
  return -1;
}
