import { expect, test } from "@playwright/test";
import { takeFrontMatter } from "@/lib/domain/skills/front-matter";
import { originOf, repositoryAddress } from "@/lib/domain/skills/origin";

const NOTHING = { source_repository: null, source_commit: null, source_license: null, source_author: null };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

test("a repository is a plain https address of a public host", () => {
  expect(repositoryAddress(" https://github.com/acme/skills.git ")).toBe("https://github.com/acme/skills");
  expect(repositoryAddress("https://github.com/acme/skills/")).toBe("https://github.com/acme/skills");
  for (const text of [
    "http://github.com/acme/skills",
    "https://user:secret@github.com/acme/skills",
    "https://token@github.com/acme/skills",
    "https://github.com/acme/skills?ref=main",
    "https://github.com/acme/skills#top",
    "https://github.com:8443/acme/skills",
    "https://localhost/acme",
    "https://10.0.0.1/acme",
    "https://git.internal/acme",
    "https://github.com",
    "javascript:alert(1)",
    "git@github.com:acme/skills.git",
    `https://github.com/${"a".repeat(300)}`,
  ])
    expect(repositoryAddress(text), text).toBeNull();
});

test("the folder's checkout comes before the front matter, and a commit belongs to its repository", async () => {
  const claimed = {
    repository: "https://example.org/other",
    license: "MIT",
    author: "Jane Doe <jane@example.org> (https://jane.example)",
  };
  const found = { repository: "https://github.com/acme/skills", commit: COMMIT, license: "Apache-2.0" };
  expect(await originOf(claimed, found)).toEqual({
    source_repository: "https://github.com/acme/skills",
    source_commit: COMMIT,
    source_license: "MIT",
    source_author: "Jane Doe",
  });
  expect(await originOf(claimed, { ...found, repository: null })).toMatchObject({
    source_repository: "https://example.org/other",
    source_commit: null,
  });
});

test("a licence text that names a file gives way to that file, and is kept where there is none", async () => {
  const claimed = { license: "Complete terms in LICENSE.txt" };
  const found = { repository: null, commit: null, license: "Apache-2.0" };
  expect((await originOf(claimed, found)).source_license).toBe("Apache-2.0");
  expect((await originOf(claimed)).source_license).toBe("Complete terms in LICENSE.txt");
});

test("secrets, hidden characters and names of the service are left out", async () => {
  // In pieces, so that this file holds no token.
  const token = ["ghp", "_", "x7Kp2mQ9vR4tW8yB3nF6hJ1cL5sD0gA2eZ9u"].join("");
  expect(
    await originOf({
      author: `Jane ${token}`,
      license: `MIT ${token}`,
      repository: `https://github.com/acme/${token}`,
    }),
  ).toEqual(NOTHING);
  expect(await originOf({ author: "Jane\u202Eenod", license: "M\u200BIT" })).toEqual(NOTHING);
  expect(await originOf({ author: "Maintainers" })).toEqual(NOTHING);
  expect(await originOf({ author: "jane@example.org" })).toEqual(NOTHING);
  expect(await originOf({ author: "A".repeat(121), license: "L".repeat(201) })).toEqual(NOTHING);
});

test("a front matter that states only the origin and questions is taken off a submitted text; any other one stays", () => {
  const none = { questions: [], bundle: null, errors: [] };
  const front = (lines: string) => `---\n${lines}\n---\n\n# Text\n`;
  expect(takeFrontMatter(front("license: MIT\nmetadata:\n  author: Jane\n  source: https://example.org/a"))).toEqual({
    markdown: "# Text\n",
    claimed: { repository: "https://example.org/a", license: "MIT", author: "Jane" },
    ...none,
  });
  expect(takeFrontMatter(front("questions: [How do I stop it?]"))).toMatchObject({
    markdown: "# Text\n",
    questions: ["How do I stop it?"],
  });
  expect(takeFrontMatter(front("metadata:\n  questions: [How do I stop it?]")).questions).toEqual([
    "How do I stop it?",
  ]);
  expect(takeFrontMatter(front("bundle: bnd_1\nlicense: MIT"))).toMatchObject({
    markdown: "# Text\n",
    bundle: "bnd_1",
  });
  expect(takeFrontMatter(front("questions: [a, b, c, d, e, f]"))).toEqual({
    ...none,
    markdown: front("questions: [a, b, c, d, e, f]"),
    claimed: {},
    errors: ["front matter: `questions` has more than 5 entries"],
  });
  for (const lines of [
    "name: a\nlicense: MIT",
    "allowed-tools: Bash",
    "license: [MIT]",
    "metadata:\n  x: y",
    "a: b",
    "license: [",
  ])
    expect(takeFrontMatter(front(lines)), lines).toEqual({ markdown: front(lines), claimed: {}, ...none });
  for (const text of ["# No front matter\n\n---\n", "---\nlicense: MIT\n---\n", "---\n"])
    expect(takeFrontMatter(text)).toEqual({ markdown: text, claimed: {}, ...none });
});
