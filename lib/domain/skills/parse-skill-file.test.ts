import { expect, test } from "@playwright/test";
import { MARKDOWN_BYTES_MAX } from "@/lib/contract/primitives";
import { type ParsedSkill, parseSkillFile, sizeRefusal } from "@/lib/domain/skills/parse-skill-file";

const UPSERT = `---
name: postgres-upsert
description: Use when a row must be inserted or updated in one statement.
license: MIT
metadata:
  title: Upsert in PostgreSQL
  applicability:
    - { technology: postgresql, version_scheme: semver, constraint: ">=9.5" }
  references:
    - https://www.postgresql.org/docs/current/sql-insert.html
  change_summary: First version.
  rationale: Races are common.
  supporting_basis: Own runs.
  review:
    version_checked: "18.4"
    note: The statements were run.
    reviewed_at: "2026-11-21"
    reviewer: Cairn maintainers
---

# Upsert

Text.
`;

const file = (front: string, markdown = "Text.\n") => `---\n${front}\n---\n${markdown}`;
const minimal = (more = "", markdown?: string) => file(`name: a-skill\ndescription: Helps.\n${more}`, markdown);

function read(text: string): ParsedSkill {
  const parsed = parseSkillFile(Buffer.from(text));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.skill;
}

function refusal(text: string | Buffer): string {
  const parsed = parseSkillFile(Buffer.from(text));
  if (parsed.ok) throw new Error("It was not refused.");
  return parsed.reason;
}

test("a complete file is read whole", () => {
  expect(read(UPSERT)).toEqual({
    name: "postgres-upsert",
    title: "Upsert in PostgreSQL",
    description: "Use when a row must be inserted or updated in one statement.",
    markdown: "# Upsert\n\nText.\n",
    markdown_line: 21,
    license: "MIT",
    claimed: { license: "MIT", author: undefined, repository: undefined, github: undefined },
    library: { name: null, version: null, requires: [] },
    applicability: [{ technology: "postgresql", version_scheme: "semver", constraint: ">=9.5" }],
    public_references: ["https://www.postgresql.org/docs/current/sql-insert.html"],
    questions: [],
    change_summary: "First version.",
    rationale: "Races are common.",
    supporting_basis: "Own runs.",
    review: {
      version_checked: "18.4",
      note: "The statements were run.",
      reviewed_at: new Date("2026-11-21T00:00:00.000Z"),
      reviewer: "Cairn maintainers",
    },
    moved: [],
    notes: [],
  });
});

test("Windows line ends and a byte order mark change nothing", () => {
  expect(read(`\uFEFF${UPSERT.replaceAll("\n", "\r\n")}`)).toEqual(read(UPSERT));
});

test("old Mac line ends change nothing", () => {
  expect(read(UPSERT.replaceAll("\n", "\r"))).toEqual(read(UPSERT));
});

test.describe("front matter as people write it", () => {
  const quoted = (key: string, line: number) =>
    `front matter: \`${key}\` was read as if it were in quotes (line ${line}); put it in quotes`;
  const descriptions: Array<[name: string, written: string, text: string]> = [
    ["a colon", "Use it when: the pump stops", "Use it when: the pump stops"],
    [
      "a colon on a later line",
      "Use it for pumps\n  of two kinds: wet\n  and dry",
      "Use it for pumps of two kinds: wet and dry",
    ],
    ["a colon at the end", "Use it for pumps and:", "Use it for pumps and:"],
    ["an at sign", "@acme/pump in use", "@acme/pump in use"],
    ["a backtick", "`pump` stops: why", "`pump` stops: why"],
    ["a per cent sign", "%pump in use", "%pump in use"],
    ["quotes inside", 'Say "stop": it stops \\ here', 'Say "stop": it stops \\ here'],
  ];
  for (const [name, written, text] of descriptions)
    test(`a description with ${name} is read as meant, with a note`, () => {
      const skill = read(file(`name: a-skill\ndescription: ${written}\nlicense: MIT`));
      expect(skill.description).toBe(text);
      expect(skill.license).toBe("MIT");
      expect(skill.notes).toEqual([quoted("description", 3)]);
    });

  test("several such values are read, also in lists and below metadata", () => {
    const skill = read(
      minimal("license: MIT: see LICENSE\nmetadata:\n  title: Pumps: a guide\n  rationale: @me asked\n"),
    );
    expect(skill).toMatchObject({ title: "Pumps: a guide", license: "MIT: see LICENSE", rationale: "@me asked" });
    expect(skill.notes).toEqual([quoted("license", 4), quoted("title", 6), quoted("rationale", 7)]);
  });

  test("tabs that indent are read as spaces", () => {
    const skill = read(minimal("metadata:\n\ttitle: Pumps\n\trationale: Asked: often\n"));
    expect(skill).toMatchObject({ title: "Pumps", rationale: "Asked: often" });
    expect(skill.notes[0]).toBe("front matter: tabs at the start of lines were read as two spaces each; use spaces");
  });

  test("a version keeps its digits, and other numbers stay numbers", () => {
    const entries = (constraint: string) =>
      read(
        minimal(
          `metadata:\n  applicability:\n    - technology: python\n      version_scheme: semver\n      constraint: ${constraint}\n    - { technology: go, version_scheme: semver, constraint: 1.20 }`,
        ),
      ).applicability.map(({ constraint: read }) => read);
    expect(entries("3.10")).toEqual(["3.10", "1.20"]);
    expect(entries("3")).toEqual(["3", "1.20"]);
    expect(entries("'3.10'")).toEqual(["3.10", "1.20"]);
    expect(refusal(file("name: 1.10\ndescription: a"))).toBe("front matter: `name` must be text; put it in quotes");
  });

  test("what is wrong in another way is refused, with the words that mend it", () => {
    for (const written of ["[pump, stops", "{pump: stops", '"pump" stops: why'])
      expect(refusal(file(`name: a\ndescription: ${written}`)), written).toMatch(
        /^front matter is not valid YAML: .* \(line \d\); put the value in quotes$/,
      );
    expect(refusal(file("name: a\ndescription: b: c\ndescription: d"))).toContain("Map keys must be unique");
    expect(refusal(file(`name: a\n${"b: c: d\n".repeat(30)}`))).toContain("front matter is not valid YAML");
  });

  test("the keys of installed skills and of packages are read", () => {
    const skill = read(
      minimal(
        'library: db\nlibrary_version: 0.10\nrequires:\n  - db-core\n  - 3\nmetadata:\n  github-repo: acme/skills\n  github-ref: v1.2.0\n  github-path: skills/pump\n  github-tree-sha: "0000000000000000000000000000000000000001"',
      ),
    );
    expect(skill.library).toEqual({ name: "db", version: "0.10", requires: ["db-core"] });
    expect(skill.claimed.github).toEqual({
      repository: "https://github.com/acme/skills",
      ref: "v1.2.0",
      path: "skills/pump",
      tree: "0000000000000000000000000000000000000001",
    });
    expect(skill.notes).toEqual([]);
  });
});

test("a file without a basis gets a sentence that says so", () => {
  const skill = read(minimal("compatibility: Needs git."));
  expect(skill.supporting_basis).toContain("nothing in it was checked");
  expect(skill.supporting_basis).toContain("Needs git.");
  expect(skill.review).toBeNull();
  expect(skill.license).toBeNull();
});

test("unknown keys are ignored", () => {
  const skill = read(
    minimal("allowed-tools: Bash Read\nargument-hint: '[x]'\nmetadata:\n  version: 1.2\n  author: someone"),
  );
  expect(skill.name).toBe("a-skill");
});

test.describe("the title", () => {
  test("is the first heading when the front matter has none", () => {
    expect(read(minimal("", "# C# and `dotnet` *tests*\n\n## More\n")).title).toBe("C# and dotnet tests");
  });

  test("is never a line of a code block, nor a heading below another one", () => {
    expect(read(minimal("", "```sh\n# install\n```\n\n# Real\n")).title).toBe("Real");
    expect(read(minimal("", "## Role\n\n# Later\n")).title).toBe("A skill");
  });

  test("is the name when the heading has more than 120 characters", () => {
    expect(read(minimal("", `# ${"x".repeat(120)}\n`)).title).toBe("x".repeat(120));
    expect(read(minimal("", `# ${"x".repeat(121)}\n`)).title).toBe("A skill");
  });
});

test.describe("a description over 500 characters", () => {
  const described = (description: string) => read(file(`name: a\ndescription: ${JSON.stringify(description)}`));

  test("of exactly 500 characters stays as it is, counted in code points", () => {
    expect(described("😀".repeat(500)).description).toBe("😀".repeat(500));
  });

  test("is cut after a sentence and kept in full in the supporting basis", () => {
    const first = `${"word ".repeat(89)}end.`;
    const skill = described(`${first} ${"more ".repeat(40)}`);
    expect(skill.description).toBe(first);
    expect(skill.supporting_basis).toContain(`${first} more more`);
    expect(skill.notes).toEqual(["description has 649 characters; shortened to 449"]);
  });

  test("follows the file's own basis, as far as there is room", () => {
    const long = `${"word ".repeat(110)}end.`;
    const withBasis = (basis: string) =>
      read(file(`name: a\ndescription: ${long}\nmetadata:\n  supporting_basis: ${basis}`)).supporting_basis;
    expect(withBasis("Own runs.")).toBe(`Own runs. The file's description in full: ${long}`);
    const full = "x".repeat(3_990);
    expect(withBasis(full)).toBe(`${full} The file'`);
    expect(withBasis("y".repeat(4_000))).toBe("y".repeat(4_000));
  });

  test("is cut after a word when no sentence ends late enough", () => {
    const { description } = described(`Short. ${"word ".repeat(200)}`);
    expect(description).toMatch(/word…$/);
    expect([...description].length).toBeLessThanOrEqual(500);
    expect([...description].length).toBeGreaterThan(490);
  });

  test("without a space is cut where it must be", () => {
    expect([...described("字".repeat(900)).description].length).toBe(500);
  });
});

test.describe("refused, with the reason in words:", () => {
  const cases: Array<[name: string, text: string | Buffer, reason: string]> = [
    ["no front matter", "# Title\n", "front matter is missing: the first line must be ---"],
    ["front matter without an end", "---\nname: a\n", "front matter has no end: a second line --- is missing"],
    ["no description", file("name: a"), "front matter: `description` is missing"],
    ["no name", file("description: a"), "front matter: `name` is missing"],
    ["an empty description", file("name: a\ndescription: '  '"), "front matter: `description` is empty"],
    ["a number for a name", file("name: 12\ndescription: a"), "front matter: `name` must be text; put it in quotes"],
    [
      "a map with an odd length for a name",
      file("name: {length: {toString: 1}}\ndescription: a"),
      "front matter: `name` must be text; put it in quotes",
    ],
    ["a list for front matter", file("- a\n- b"), "front matter must be a map of keys to values"],
    ["no text", minimal("", "\n  \n"), "markdown is missing: there is no text below the front matter"],
    [
      "bytes that are not UTF-8",
      Buffer.concat([Buffer.from(minimal()), Buffer.from([0xff])]),
      "file is not valid UTF-8; save it as UTF-8",
    ],
    ["U+0000", minimal("", "a\0b"), "markdown contains U+0000, which cannot be stored"],
    [
      "an escaped U+0000",
      file('name: a\ndescription: "a\\0b"'),
      "front matter: `description` contains U+0000 or half of a surrogate pair, which cannot be stored",
    ],
    [
      "duplicate keys",
      file("name: a\nname: b\ndescription: c"),
      "front matter is not valid YAML: Map keys must be unique (line 3)",
    ],
    ["an alias", file("name: &n a\ndescription: *n"), "front matter must not use YAML aliases"],
    [
      "a tag",
      file("name: !!js/function a\ndescription: b"),
      "front matter is not valid YAML: Unresolved tag: tag:yaml.org,2002:js/function (line 2)",
    ],
    [
      "a thirteenth technology",
      minimal(
        `metadata: { applicability: [${"{ technology: a, version_scheme: exact, constraint: b },".repeat(13)}] }`,
      ),
      "front matter: `metadata.applicability` has more than 12 entries",
    ],
    [
      "a reference with a password",
      minimal("metadata: { references: ['https://a:b@example.com/'] }"),
      "front matter: `metadata.references[0]` must be an absolute http or https URL without credentials",
    ],
    [
      "a reference that runs code",
      minimal("metadata: { references: ['javascript:alert(1)'] }"),
      "front matter: `metadata.references[0]` must be an absolute http or https URL without credentials",
    ],
    [
      "a day that does not exist",
      minimal("metadata: { review: { version_checked: '1', note: n, reviewer: r, reviewed_at: '2026-13-40' } }"),
      "front matter: `metadata.review.reviewed_at` is not a date of the calendar",
    ],
  ];
  for (const [name, text, reason] of cases) {
    test(name, () => expect(refusal(text)).toBe(reason));
  }

  test("YAML with excessive nesting", () => {
    expect(refusal(file(`name: ${"[".repeat(8_000)}`))).toContain("front matter is not valid YAML");
  });

  test("an alias bomb", () => {
    const bomb = `a: &a [x,x]\n${[..."bcdefgh"].map((key, i) => `${key}: &${key} [${`*${"abcdefg"[i]},`.repeat(9)}]`).join("\n")}`;
    expect(refusal(file(`name: n\ndescription: d\n${bomb}`))).toBe("front matter must not use YAML aliases");
  });

  test("front matter of more than 16 KiB", () => {
    expect(refusal(minimal(`note: ${"x".repeat(16_384)}`))).toMatch(
      /^front matter has 16,\d{3} bytes; the limit is 16,384$/,
    );
  });
});

test("markdown may have 32,768 bytes and not one more", () => {
  expect(read(minimal("", "é".repeat(MARKDOWN_BYTES_MAX / 2))).markdown).toHaveLength(MARKDOWN_BYTES_MAX / 2);
  expect(refusal(minimal("", `${"é".repeat(MARKDOWN_BYTES_MAX / 2)}x`))).toBe(
    "markdown has 32,769 bytes; the limit is 32,768; with --split its later sections become files in references/",
  );
});

test("a huge file is refused by its size alone", () => {
  expect(sizeRefusal(131_073)).toBe("file has 131,073 bytes; the limit for the markdown is 32,768");
  expect(sizeRefusal(131_072)).toBeNull();
  expect(refusal(Buffer.alloc(131_073, 0xff))).toBe("file has 131,073 bytes; the limit for the markdown is 32,768");
});

test("questions are read at the top or under metadata, at most five of 200 characters", () => {
  const questions = ["How do I stop it?", "What stops the pump: a valve or a switch?"];
  const list = (keys: string) => `${keys}${JSON.stringify(questions)}\n`;
  expect(read(minimal(list("questions: "))).questions).toEqual(questions);
  expect(read(minimal(list("metadata:\n  questions: "))).questions).toEqual(questions);
  expect(read(minimal("license: MIT")).questions).toEqual([]);
  expect(read(minimal(list("questions: "))).notes).toEqual([]);
  expect(read(minimal(`questions: ["${"a".repeat(200)}"]`)).questions[0]).toHaveLength(200);
  for (const [keys, reason] of [
    [`questions: ["${"a".repeat(201)}"]`, "front matter: `questions[0]` has more than 200 characters"],
    ["questions: [a, b, c, d, e, f]", "front matter: `questions` has more than 5 entries"],
    ["questions: How do I stop it?", "front matter: `questions` must be a list of questions"],
    ["questions:\n  - How: what?", "front matter: `questions[0]` must be text; put it in quotes"],
    ["metadata:\n  references: https://example.org/a", "front matter: `metadata.references` must be a list of URLs"],
    ['metadata:\n  questions: [""]', "front matter: `metadata.questions[0]` is empty"],
  ] as const)
    expect(refusal(minimal(keys)), keys).toBe(reason);
});

test("unknown keys are named, and allowed-tools are kept in the basis", () => {
  const skill = read(minimal("version: 3\nallowed-tools: Bash(npm:*) Read\nmetadata:\n  owner: me\n"));
  expect(skill.notes).toEqual(["front matter not imported: version, metadata.owner"]);
  expect(skill.supporting_basis).toContain("Tools that the file asks to allow: Bash(npm:*) Read.");
  expect(read(minimal("allowed-tools: [Read, Grep]")).supporting_basis).toContain("Read, Grep.");
  expect(read(minimal("license: MIT")).license).toBe("MIT");
  expect(read(UPSERT).notes).toEqual([]);
});
