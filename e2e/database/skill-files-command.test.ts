import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, test } from "@/e2e/support/api";
import { runWithJson } from "@/e2e/support/command-home";
import { publishSkill, word } from "@/e2e/support/fixtures";
import { semver } from "@/e2e/support/knowledge-reading";
import { type MadeProject, makeProject } from "@/e2e/support/made-project";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");

const made: MadeProject[] = [];
test.afterEach(() => {
  for (const project of made.splice(0)) project.remove();
});

/** A project that uses this technology, and the command line in it. */
function projectOf(base: string, technology: string) {
  const project = makeProject({ "package.json": { dependencies: { [technology]: "1.2.0" } } });
  made.push(project);
  const at = { base, cwd: project.folder, home: path.join(project.folder, ".git") };
  const place = (slug: string, file: string) => path.join(project.folder, ".agents/skills", slug, file);
  return { cairn: (...args: string[]) => runWithJson(args, at), place };
}

test("a skill arrives with its files, a changed one is kept, and what a newer version lacks goes", async ({ api }) => {
  const technology = word();
  const applicability = [semver(technology, "^1.0.0")];
  const skill = await publishSkill({
    applicability,
    files: { "references/more.md": "# More\n", "old.md": "# Old\n", "it.png": PNG },
  });
  const { cairn, place } = projectOf(api.base, technology);
  const { slug } = skill;
  expect((await cairn("add", skill.skill_id)).code).toBe(0);
  expect(readFileSync(place(slug, "references/more.md"), "utf8")).toBe("# More\n");
  expect(readFileSync(place(slug, "it.png"))).toEqual(PNG);
  expect((await cairn("check")).code).toBe(0);

  await publishSkill({
    of: skill,
    applicability,
    title: `${skill.title} again`,
    markdown: `# Another ${word()}\n\nPull it.\n`,
    files: { "references/more.md": "# Newer\n", "it.png": PNG },
  });
  writeFileSync(place(slug, "references/more.md"), "# Mine\n");
  const kept = await cairn("update");
  expect(readFileSync(place(slug, "references/more.md"), "utf8"), kept.stdout + kept.stderr).toBe("# Mine\n");
  const forced = await cairn("update", "--force");
  expect(forced.code, forced.stdout + forced.stderr).toBe(0);
  expect(readFileSync(place(slug, "references/more.md"), "utf8")).toBe("# Newer\n");
  expect(existsSync(place(slug, "old.md"))).toBe(false);

  expect((await cairn("remove", slug)).code).toBe(0);
  for (const file of ["SKILL.md", "references/more.md", "it.png"]) expect(existsSync(place(slug, file))).toBe(false);
});

test("a folder in the place of a file is named, and nothing is written", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({
    applicability: [semver(technology, "^1.0.0")],
    files: { "references/more.md": "# More\n" },
  });
  const { cairn, place } = projectOf(api.base, technology);
  mkdirSync(place(skill.slug, "references/more.md"), { recursive: true });
  const refused = await cairn("add", skill.skill_id);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain("references/more.md cannot be written. It is a folder.");
  expect(existsSync(place(skill.slug, "SKILL.md"))).toBe(false);
});

test("a file with other bytes than the version has is refused, and nothing is written", async ({ api }) => {
  const technology = word();
  const skill = await publishSkill({
    applicability: [semver(technology, "^1.0.0")],
    files: { "references/more.md": "# More\n" },
  });
  let altered = 0;
  const service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _, connection: __, "content-length": ___, ...headers } = request.headers;
    const answer = await fetch(`${api.base}${request.url}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const isFile = request.url?.endsWith("/files/references/more.md") === true;
    if (isFile) altered += 1;
    const body = isFile ? Buffer.from("# Evil\n") : Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
    response.end(body);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  try {
    const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const { cairn, place } = projectOf(base, technology);
    const refused = await cairn("add", skill.skill_id);
    expect(refused.code, refused.stdout + refused.stderr).not.toBe(0);
    expect(altered).toBeGreaterThan(0);
    expect(refused.stderr).toContain("references/more.md");
    for (const file of ["SKILL.md", "references/more.md"]) expect(existsSync(place(skill.slug, file))).toBe(false);
  } finally {
    await new Promise((resolve) => service.close(resolve));
  }
});
