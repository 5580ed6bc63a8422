import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { createScanner, findNodeAtLocation, parse, parseTree } from "jsonc-parser";
import { addJson, isEmptyJson, type JsonEdit, removeJson } from "@/lib/command/agents/json-text";

const edit: JsonEdit = {
  at: ["mcpServers", "cairn"],
  value: { type: "http", url: "https://cairn.example/api/v1/mcp" },
};

function added(text: string, its: JsonEdit = edit) {
  const result = addJson(text, its);
  if (!result) throw new Error("It was there already.");
  return result;
}

test("a member is added after the others: comments, order, indentation and line ends stay", () => {
  const text = [
    "{",
    "\t// Servers of the team",
    '\t"mcpServers": {',
    '\t\t"docs": { "url": "https://docs.example" } // keep: "cairn"',
    "\t\t/* nothing below */",
    "\t},",
    '\t"unknown": [1, 2,],',
    "}",
  ].join("\r\n");
  const result = added(text);
  expect(result.text.split("\r\n")).toEqual([
    "{",
    "\t// Servers of the team",
    '\t"mcpServers": {',
    '\t\t"docs": { "url": "https://docs.example" }, // keep: "cairn"',
    "\t\t/* nothing below */",
    '\t\t"cairn": {',
    '\t\t\t"type": "http",',
    '\t\t\t"url": "https://cairn.example/api/v1/mcp"',
    "\t\t}",
    "\t},",
    '\t"unknown": [1, 2,],',
    "}",
  ]);
  expect(removeJson(result.text, edit, result.trace)).toBe(text);
});

test("the text around an added value is restored, whatever its layout", () => {
  const texts = [
    "{}",
    "{ }",
    "{\n}",
    "{\n}\n",
    '{"a":1}',
    '{"a":1,}',
    '{ "a": 1, /* c */ }',
    '{"mcpServers":{}}',
    '{"mcpServers":{"x":{"url":"u"}},"b":2}',
    '{\n  "mcpServers": {}\n}\n',
    '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
    '{\n  "mcpServers": { /* none */ }\n}\n',
    '{\n    "a": 1 // one\n}',
    '{\n    "a": 1, // one\n}',
    '{\n  "a": 1 }',
    '{ "a": 1,\n  "b": 2\n}',
    '// first\n{\n  "a": {\n  }\n}\n// last',
    '{\n  "mcpServers": {\n    "x": {}\n  }, "b": 1\n}\n',
    '{\n  "mcpServers": {\n    "x": {}, }\n}\n',
  ];
  for (const text of texts) {
    const { text: after, trace } = added(text);
    expect(addJson(after, edit), after).toBeNull();
    expect(removeJson(after, edit, trace), after).toBe(text);
  }
});

test("an element is added to a list once, and removed alone", () => {
  const allow = (value: string): JsonEdit => ({ at: ["permissions", "allow", null], value });
  const text = '{\n  "permissions": {\n    "allow": [\n      "Bash(ls)" // safe\n    ]\n  }\n}\n';
  const one = added(text, allow("mcp__cairn__search_skills"));
  const two = added(one.text, allow("mcp__cairn__get_skill"));
  expect(two.text).toContain(
    '"Bash(ls)", // safe\n      "mcp__cairn__search_skills",\n      "mcp__cairn__get_skill"\n    ]',
  );
  expect(addJson(two.text, allow("mcp__cairn__get_skill"))).toBeNull();
  const left = removeJson(two.text, allow("mcp__cairn__get_skill"), two.trace);
  expect(removeJson(left, allow("mcp__cairn__search_skills"), one.trace)).toBe(text);
  const created = added("{}", allow("a"));
  expect(removeJson(created.text, allow("a"), created.trace)).toBe("{}");
});

test("changes that others made since stay", () => {
  const { text, trace } = added('{\n  "theme": "dark"\n}\n');
  const changed = text
    .replace('"dark"', '"light"')
    .replace('    "cairn"', '    // mine\n    "other": { "url": "https://other.example" },\n    "cairn"');
  expect(removeJson(changed, edit, trace)).toBe(
    '{\n  "theme": "light",\n  "mcpServers": {\n    // mine\n    "other": { "url": "https://other.example" }\n  }\n}\n',
  );
  const rewritten = JSON.stringify({ ...JSON.parse(text), more: { a: 1 } });
  expect(removeJson(rewritten, edit, trace)).toBe('{"theme":"dark","more":{"a":1}}');
  expect(removeJson('{"theme":"dark"}', edit, trace)).toBe('{"theme":"dark"}');
});

test("an entry of the user's that says the same and more is left alone", () => {
  const own = `{"mcpServers":{"cairn":{"type":"http","url":"https://cairn.example/api/v1/mcp","timeout":5}}}`;
  expect(addJson(own, edit)).toBeNull();
});

test("malformed and unexpected texts are refused with the place", () => {
  const refusals: Array<[string, RegExp]> = [
    ['{\n  "a": 1\n  "b": 2\n}', /malformed: comma expected at line 3, column 3/],
    ['{"a": ', /malformed: value expected at line 1, column 7/],
    ["", /malformed/],
    ["[]", /not a JSON object/],
    ['{"mcpServers": []}', /"mcpServers" is not an object/],
    ['{"mcpServers": {}, "mcpServers": {}}', /two members named "mcpServers"/],
    ['{"mcpServers": {"cairn": {"url": "https://else.example"}}}', /another "cairn"/],
  ];
  for (const [text, problem] of refusals) expect(() => addJson(text, edit), text).toThrow(problem);
});

test("an empty object is told from one with content", () => {
  const texts = ["{}", " {\n}\n", "{ // c\n}", "// c\n{}", "{} // c\n", '{"a":1}'];
  expect(texts.map(isEmptyJson)).toEqual([true, true, false, false, false, false]);
});

/** A JSON text with blanks and comments in every place where they are allowed. */
const noise = fc.constantFrom("", " ", "\n", "\n\n  ", "/* , } */", " // {\n", "\t");
const key = fc.constantFrom("a", "b", "mcpServers", "cairn_", "x y", "é");
const jsonText: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string; array: string }>((tie) => {
  const list = (open: string, close: string, item: fc.Arbitrary<string>) =>
    fc
      .tuple(fc.array(fc.tuple(noise, item, noise), { maxLength: 4 }), noise, fc.boolean())
      .map(([items, end, trailing]) => {
        const body = items.map((parts) => parts.join("")).join(",");
        return `${open}${body}${trailing && items.length > 0 ? "," : ""}${end}${close}`;
      });
  const members = fc.uniqueArray(key, { maxLength: 4 }).chain((keys) =>
    fc
      .tuple(
        fc.tuple(...keys.map((name) => fc.tuple(noise, fc.constant(name), noise, tie("value"), noise))),
        noise,
        fc.boolean(),
      )
      .map(([items, end, trailing]) => {
        const body = items.map(([a, name, b, value, c]) => `${a}${JSON.stringify(name)}${b}:${value}${c}`).join(",");
        return `{${body}${trailing && items.length > 0 ? "," : ""}${end}}`;
      }),
  );
  return {
    value: fc.oneof({ maxDepth: 3 }, fc.constantFrom("1", '"s // {"', "null", "true"), tie("object"), tie("array")),
    object: members,
    array: list("[", "]", tie("value")),
  };
}).object;

test("adding and removing gives back the same text for any JSON with comments", () => {
  let tried = 0;
  fc.assert(
    fc.property(jsonText, noise, noise, (body, before, after) => {
      const text = `${before}${body}${after}`;
      let result: ReturnType<typeof addJson>;
      try {
        result = addJson(text, edit);
      } catch {
        // A text whose "mcpServers" is something else is refused.
        return;
      }
      if (!result) return;
      tried += 1;
      expect(removeJson(result.text, edit, result.trace)).toBe(text);
    }),
    { numRuns: 600 },
  );
  expect(tried).toBeGreaterThan(200);
});

test("comments that are written outside of the added value since stay, wherever they are", () => {
  let tried = 0;
  const places = fc.array(fc.nat(), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(jsonText, places, fc.boolean(), (text, chosen, isLine) => {
      let result: ReturnType<typeof addJson>;
      try {
        result = addJson(text, edit);
      } catch {
        return;
      }
      const root = result && parseTree(result.text, [], { allowTrailingComma: true });
      const member = root && findNodeAtLocation(root, [...edit.at].map(String))?.parent;
      if (!result || !member) return;
      tried += 1;
      const bounds: number[] = [];
      const scanner = createScanner(result.text);
      for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
        const at = scanner.getTokenOffset();
        if (at <= member.offset || at >= member.offset + member.length) bounds.push(at);
      }
      const chosenPlaces = [...new Set(chosen.map((n) => bounds[n % bounds.length] ?? 0))].sort((a, b) => b - a);
      const comments = chosenPlaces.map((_, i) => (isLine ? `// mine ${i}\n` : `/* mine ${i} */`));
      const changed = chosenPlaces.reduce(
        (all, at, i) => `${all.slice(0, at)}${comments[i]}${all.slice(at)}`,
        result.text,
      );
      const left = removeJson(changed, edit, result.trace);
      for (const comment of comments) expect(left, changed).toContain(comment);
      const { mcpServers, ...others } = parse(left, [], { allowTrailingComma: true });
      const was = parse(text, [], { allowTrailingComma: true });
      expect({ ...others, mcpServers: mcpServers ?? {} }).toEqual({ ...was, mcpServers: was.mcpServers ?? {} });
    }),
    { numRuns: 150 },
  );
  expect(tried).toBeGreaterThan(50);
});
