import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { parseAllDocuments, stringify } from "yaml";
import { yamlDocuments } from "@/lib/command/projects/yaml-documents";

/** What `yaml` itself makes of a text, with numbers left as texts. */
const reference = (text: string) =>
  parseAllDocuments(text, { schema: "failsafe", merge: true, strict: true }).map((each) => {
    if (each.errors.length > 0) throw each.errors[0];
    return each.toJS();
  });
const plain = (value: unknown) => JSON.parse(JSON.stringify(value));

test("documents are read as yaml reads them", () => {
  const texts = [
    "a: 1\nb: two\n",
    "---\na: 1\n---\nb: 2\n",
    "a:\n  - 1\n  - b: 2\n    c: 3\n",
    "a: [1, 'two', \"three\\n\"]\nb: {c: d, e: {f: g}}\n",
    "'quoted key': 'it''s'\n\"other: key\": x # comment\n",
    "a: |\n  line\n  other\nb: >-\n  folded\n  text\n",
    'base: &base\n  image: x\nother:\n  <<: *base\n  ports: ["80:80"]\n',
    "a:\n- 1\n- 2\nb: c\n",
    "# only a comment\na: b\n...\n",
    "? explicit\n: value\n",
    "a: &anchor text\nb: *anchor\n",
    "resolution: {integrity: sha512-abc==, tarball: https://example.org/a.tgz}\n",
    "a: very long\n  continued\nb: 1\n",
    "[1, [2, 3], {a: b}]\n",
    "",
  ];
  for (const text of texts)
    expect([text, plain(yamlDocuments(text))]).toEqual([
      text,
      plain(reference(text).map((each) => (each === "" ? null : each))),
    ]);
});

test("whatever yaml writes is read", () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.array(tie("any"), { maxLength: 3, minLength: 1 }),
      tie("map"),
    ),
    map: fc.dictionary(
      fc
        .string({ minLength: 1, maxLength: 10 })
        .filter((key) => key !== "<<" && key !== "__proto__" && key !== "~" && key !== "null"),
      tie("any"),
      { minKeys: 1, maxKeys: 3 },
    ),
  })).map;
  fc.assert(
    fc.property(value, (given) => {
      expect(plain(yamlDocuments(stringify(given)))).toEqual([plain(given)]);
    }),
    { numRuns: 100 },
  );
});

test("a text that is not YAML is refused", () => {
  const texts = [
    "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other\n",
    "a: [1, 2\nb: 3\n",
    "a: {b: c\n",
    "a: 'x\nb: 1\n",
    'a: "x\n',
    "a: b: c\n",
    "a: 1\nnot a pair\n",
    "a: *missing\n",
    "\ta: 1\n",
    "a: 1\n b: 2\n",
    "- a\nb: c\n",
    `${"[".repeat(200)}${"]".repeat(200)}`,
  ];
  for (const text of texts) expect(() => yamlDocuments(text), text).toThrow();
});
