/** A token of a program: a name with its dots (`os.environ`), a text, a number, or one sign. */
export type Token = { kind: "name" | "text" | "number" | "sign" | "line"; text: string; start: number };

const TOKENS_MAX = 12_000;

/**
 * Reads a program of any of the common languages as tokens. Comments are left out; what is never closed ends with its
 * line. Linear.
 */
export function readTokens(source: string, hashComments: boolean): Token[] {
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
          push("text", source.slice(at + 3, end), at);
          at = end + 3;
          continue;
        }
        missing.add(triple);
      }
      const end = closingQuote(source, at, char);
      if (end < 0) at += 1;
      else {
        push("text", source.slice(at + 1, end), at);
        if (char === "`") pushTemplate(source, at + 1, end, push);
        at = end + 1;
      }
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
      if ((char === "." || two === "?.") && tokens.at(-1)?.text === ")") {
        // A method of what a call returned: its name keeps the dot.
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

/** `require("https").get` and `__import__("os").system` become the one name they stand for. */
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

const NAME =
  /^[\p{L}_$@][\p{L}\w$]*(?:(?:\?\.|\.|::|->)[\p{L}_$][\p{L}\w$]*){0,8}[!?]?(?=[^=]|$)|^[\p{L}_$@][\p{L}\w$]*/u;

/** Names in the holes of a template text are read as names. */
function pushTemplate(
  source: string,
  from: number,
  end: number,
  push: (kind: Token["kind"], text: string, start: number) => void,
): void {
  for (
    let at = source.indexOf("${", from), count = 0;
    at >= 0 && at < end && count < 40;
    at = source.indexOf("${", at + 2), count += 1
  ) {
    const name = /^\s{0,3}([\p{L}_$][\p{L}\w$.]{0,100})/u.exec(source.slice(at + 2, Math.min(end, at + 110)))?.[1];
    if (name) {
      push("sign", "+", at);
      push("name", name, at + 2);
    }
  }
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
