import { expect, test } from "@playwright/test";
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
    ["a = \n", /malformed: .* in line 1, column \d/],
    ["a = 1\na = 2\n", /malformed/],
  ];
  for (const [text, problem] of refusals) expect(() => addToml(text, edit), text).toThrow(problem);
});

test("a table that cannot be told from its surroundings is left to the user", () => {
  const dotted = 'mcp_servers.cairn.url = "https://cairn.example/api/v1/mcp"\n';
  expect(() => removeToml(dotted, edit, { added: "x" })).toThrow(/Remove it by hand/);
});
