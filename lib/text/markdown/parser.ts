import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { type Data, type Processor, unified } from "unified";

type Extension = NonNullable<Data["micromarkExtensions"]>[number];
type Constructs = NonNullable<Extension["text"]>[string];
type Construct = NonNullable<Exclude<Constructs, readonly unknown[]>>;
type Code = Parameters<Parameters<Construct["tokenize"]>[1]>[0];

/**
 * How each kind of bare address begins: at most so many letters, and the character after them. `www.`, `http:`, `a@`.
 */
const BEGINNINGS: Record<string, { letters: RegExp; most: number; end: string }> = {
  wwwAutolink: { letters: /w/i, most: 3, end: "." },
  protocolAutolink: { letters: /[a-z]/i, most: 5, end: ":" },
  emailAutolink: { letters: /[\w.+-]/, most: Number.POSITIVE_INFINITY, end: "@" },
};

/** A processor that parses CommonMark and GFM. */
export function markdownParser() {
  return unified().use(remarkParse).use(remarkGfm).use(lookAheadForAddresses);
}

/**
 * At each word the extension for bare addresses looks back for an open bracket, through the whole paragraph. This skips
 * words that cannot begin an address before that: behind one open bracket, a paragraph of 10,000 words took seconds.
 */
function lookAheadForAddresses(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions = data.micromarkExtensions?.map((extension) => ({
    ...extension,
    text: Object.fromEntries(
      Object.entries(extension.text ?? {}).map(([code, found]) => [code, [found ?? []].flat().map(withLookAhead)]),
    ),
  }));
}

function withLookAhead(construct: Construct): Construct {
  const beginning = construct.name === undefined ? undefined : BEGINNINGS[construct.name];
  if (!beginning) return construct;
  const { letters, most, end } = beginning;
  const isLetter = (code: Code) => code !== null && code > 0 && letters.test(String.fromCodePoint(code));
  const ahead: Construct = {
    partial: true,
    tokenize(effects, ok, nok) {
      let read = 0;
      return function next(code): ReturnType<typeof ok> {
        if (read < most && isLetter(code)) {
          read += 1;
          effects.consume(code);
          return next;
        }
        return code !== null && read > 0 && code === end.codePointAt(0) ? ok(code) : nok(code);
      };
    },
  };
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      const check = effects.check(ahead, construct.tokenize.call(this, effects, ok, nok), nok);
      return (code) => (construct.previous?.call(this, this.previous) === false ? nok(code) : check(code));
    },
  };
}
