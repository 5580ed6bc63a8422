import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parse } from "smol-toml";
import { addToml, removeToml, type TomlEdit } from "@/lib/command/agents/toml-text";

const edit: TomlEdit = { at: ["mcp_servers", "cairn"], value: { url: "https://cairn.example/api/v1/mcp" } };
const TEXT = `# My settings
model = "gpt-5" # the big one
notify = ["python3", "/usr/local/bin/notify.py"]

[mcp_servers.docs]
command = "docs-server"
args = ["--stdio"]

[projects."/home/ann/app"]
trust_level = "trusted"
since = 2026-01-02T03:04:05Z
`;

function added(text: string) {
  const result = addToml(text, edit);
  if (!result) throw new Error("It was there already.");
  return result;
}

test("a table is appended below its mark, and the text around it is restored", () => {
  const texts = ["", "\n", TEXT, TEXT.trimEnd(), TEXT.replaceAll("\n", "\r\n"), "# only a comment", "a = 1\n\n\n"];
  for (const text of texts) {
    const { text: after, trace } = added(text);
    expect(after.startsWith(text)).toBe(true);
    expect(after.includes("\r\n")).toBe(text.includes("\r\n"));
    expect(parse(after)).toEqual({
      ...parse(text),
      mcp_servers: { ...Object(parse(text).mcp_servers), cairn: edit.value },
    });
    expect(addToml(after, edit)).toBeNull();
    expect(removeToml(after, edit, trace)).toBe(text);
  }
});

test("changes that others made since stay, wherever they are", () => {
  const { text, trace } = added(TEXT);
  const later = '\n# Theirs\n[mcp_servers.later]\nurl = "https://later.example"\n';
  expect(removeToml(`${text}${later}`, edit, trace)).toBe(`${TEXT}${later}`);
  const inside = text.replace(
    'api/v1/mcp"\n',
    'api/v1/mcp"\nenabled = false\n\n[mcp_servers.cairn.tools.search_skills]\napproval_mode = "approve"\n',
  );
  expect(removeToml(`${inside}${later}`, edit, trace)).toBe(`${TEXT}${later}`);
  expect(removeToml(text.replace("gpt-5", "gpt-6"), edit, trace)).toBe(TEXT.replace("gpt-5", "gpt-6"));
  expect(removeToml(TEXT, edit, trace)).toBe(TEXT);
  const cut = added(TEXT.trimEnd());
  expect(removeToml(`${cut.text}${later}`, edit, cut.trace)).toBe(`${TEXT}${later}`);
});

test("a table of the user's that says the same is left alone, and another one is refused", () => {
  expect(addToml('[mcp_servers.cairn]\nurl = "https://cairn.example/api/v1/mcp"\nenabled = false\n', edit)).toBeNull();
  const refusals: Array<[string, RegExp]> = [
    ['[mcp_servers.cairn]\nurl = "https://else.example"\n', /another "cairn"/],
    ["mcp_servers = { docs = { command = 'x' } }\n", /cannot be extended/],
    ["a = \n", /malformed: .* at line 1, column \d/],
    ["a = 1\na = 2\n", /malformed/],
  ];
  for (const [text, problem] of refusals) expect(() => addToml(text, edit), text).toThrow(problem);
});

test("a table that cannot be told from its surroundings is left to the user", () => {
  const dotted = 'mcp_servers.cairn.url = "https://cairn.example/api/v1/mcp"\n';
  expect(() => removeToml(dotted, edit, { added: "x" })).toThrow(/Remove it by hand/);
});

const NESTED: TomlEdit = {
  ...edit,
  value: {
    ...edit.value,
    tools: { search_skills: { approval_mode: "approve" }, get_skill: { approval_mode: "approve" } },
  },
};

test("comments of the user below, above and between the lines of the table stay", () => {
  const { text, trace } = added('model = "x"\n');
  const server = '# [mcp_servers.later]\n# url = "https://later.example"\n';
  for (const below of ["# my note\n", server, `\n${server}`, "# no final newline", "\n\n"])
    expect(removeToml(text + below, edit, trace)).toBe(`model = "x"\n${below}`);
  const inside = text.replace("[mcp", "# above\n[mcp").concat("# off\nenabled = true\n# my note\n");
  expect(removeToml(inside, edit, trace)).toBe('model = "x"\n\n# above\n# my note\n');
});

test("the table is found in the forms in which programs write it", () => {
  for (const form of [
    (text: string) => text.replace(/# Added.*\n/, ""),
    (text: string) => text.replaceAll("\n", "\r\n"),
    (text: string) => text.replace("[mcp_servers.cairn]", '[ mcp_servers . "cairn" ] # ours'),
    (text: string) => text.replace(' = "https', '="https').replace("[other]", "[[others]]"),
    (text: string) => `${text}[mcp_servers.cairn.tools.read_thread]\napproval_mode = "approve"\n`,
  ]) {
    const result = addToml('model = "x"\n', NESTED);
    const text = form(`${result?.text}\n[other]\na = [\n  [1],\n]\n# last\n`);
    const left = removeToml(text, NESTED, result?.trace ?? { added: "" });
    expect(left.replaceAll("\r", "").replace("[[others]]", "[other]")).toBe(
      'model = "x"\n\n[other]\na = [\n  [1],\n]\n# last\n',
    );
  }
});

test("an empty table of servers that the user wrote stays", () => {
  const { text, trace } = added("[mcp_servers]\n");
  expect(removeToml(`${text}# note\n`, edit, trace)).toBe("[mcp_servers]\n# note\n");
});

/** Pieces of a file, of which each is a whole one. `#` stands for a number that makes its names unique. */
const PIECES = [
  "\n",
  "# note\n",
  "  # [mcp_servers.cairn]\n",
  '[t#] # { "\na = 1\n\n',
  "[[list]]\nb = [\n  [1],\n]\n",
  '[s#]\ntext = """\n[mcp_servers.cairn]\n# Added\n"""\n',
  '[mcp_servers.m#]\nurl = "https://m.example"\nenv = { A = "[x]" }\n',
  "[mcp_servers.cairn_#.tools]\n",
];
const pieces = (from: number) =>
  fc
    .array(fc.constantFrom(...PIECES), { maxLength: 5 })
    .map((all) =>
      all.map((each, i) => each.replace("#]", `${from + i}]`).replace("cairn_#", `cairn_${from + i}`)).join(""),
    );
const eol = fc.constantFrom("\n", "\r\n");

test("whatever is written around the table since stays, byte for byte", () => {
  const inside = fc.constantFrom(
    "",
    "enabled = false\n",
    "# why\nenabled = false\n",
    '\n[mcp_servers.cairn.env]\nA = "[b]"\n',
  );
  fc.assert(
    fc.property(
      fc.record({
        user: pieces(0),
        cut: fc.boolean(),
        above: pieces(10),
        below: pieces(20),
        inside,
        eol,
        its: fc.constantFrom(edit, NESTED),
      }),
      ({ user, cut, above, below, inside, eol, its }) => {
        const lines = (text: string) => text.replaceAll("\n", eol);
        const text = lines(cut ? user.trimEnd() : user);
        const result = addToml(text, its);
        if (!result) throw new Error("It was there already.");
        const { trace } = result;
        expect(removeToml(result.text, its, trace)).toBe(text);
        // The line end that the file lacked is that of the added lines.
        const whole = cut && text !== "" ? text + (trace.added.endsWith("\r\n") ? "\r\n" : "\n") : text;
        const more = lines(inside + below);
        expect(removeToml(result.text + more, its, trace)).toBe(more === "" ? text : `${whole}${lines(below)}`);
        const top = lines(above);
        const moved = removeToml(`${whole}${top}${trace.added.trimStart()}${more}`, its, trace);
        const kept = whole + top;
        // A blank line in front of the table is taken for the one that was added with it; so is the line end if it lacked.
        const gaps = cut && more === "" ? [/\r?\n$/, /(\r?\n){2}$/] : [/(?<=^|\n)\r?\n$/];
        expect([kept, ...gaps.map((gap) => kept.replace(gap, ""))].map((each) => each + lines(below))).toContain(moved);
      },
    ),
    { numRuns: 200 },
  );
});
