import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { unpackTar } from "modern-tar";
import { expect, test } from "@/e2e/support/api";
import { bundled, withBundle } from "@/e2e/support/bundling";
import { database, publishSkill, withdrawVersion, word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { logOf } from "@/e2e/support/moderating";
import { creation, maintainer, submitted } from "@/e2e/support/submitting";
import { eraseVersion } from "@/lib/contract/maintenance/versions";
import { getSkill, getSkillVersion } from "@/lib/contract/public/skills";

const PNG = Buffer.from("\x89PNG\r\n\x1a\nrest", "latin1");
const hex = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("a version lists its files with address and digest, and each is at its address", async ({ api }) => {
  const text = `# More\n\nAbout ${word()}.\n`;
  const files = { "references/näher.md": text, "assets/it.png": PNG, "assets/data.json": "{}", "page.html": "<b>hi" };
  const skill = await publishSkill({ files });
  const { skill_id, version_id } = skill;
  const at = `${api.base}/skills/${skill_id}/versions/${version_id}/files`;
  const listed = [
    {
      path: "assets/data.json",
      bytes: 2,
      sha256: hex("{}"),
      media_type: "application/json",
      url: `${at}/assets/data.json`,
    },
    { path: "assets/it.png", bytes: PNG.length, sha256: hex(PNG), media_type: "image/png", url: `${at}/assets/it.png` },
    { path: "page.html", bytes: 5, sha256: hex("<b>hi"), media_type: "text/plain", url: `${at}/page.html` },
    {
      path: "references/näher.md",
      bytes: Buffer.byteLength(text),
      sha256: hex(text),
      media_type: "text/markdown",
      url: `${at}/references/n%C3%A4her.md`,
    },
  ];
  const { data } = await api.ok(getSkillVersion, { skill_id, version_id });
  expect(data.files).toEqual(listed);
  const { data: whole } = await api.ok(getSkill, { skill_id });
  expect([whole.files, whole.tree_sha256]).toEqual([listed, data.tree_sha256]);
  const list = [{ path: "SKILL.md", sha256: hex(skill.markdown) }, ...listed].map(
    ({ path, sha256 }) => `${sha256}  ${path}\n`,
  );
  expect(data.tree_sha256).toBe(hex(list.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1)).join("")));
  const [entry] = await logOf(version_id);
  expect(entry).toMatchObject({ kind: "version", details: { tree_sha256: data.tree_sha256 } });

  for (const { path, media_type, url, sha256 } of listed) {
    const { status, headers, text: body } = await api.get(new URL(url).pathname);
    expect([path, status, headers["x-content-type-options"]]).toEqual([path, 200, "nosniff"]);
    expect(headers["cache-control"]).toBe("public, max-age=86400, immutable");
    const isText = media_type !== "image/png";
    expect(headers["content-type"]).toBe(isText ? `${media_type}; charset=utf-8` : media_type);
    expect(headers["content-disposition"]).toBe(isText ? undefined : "attachment; filename*=UTF-8''it.png");
    if (isText) expect(hex(body)).toBe(sha256);
    const again = await api.get(new URL(url).pathname, { "if-none-match": String(headers.etag) });
    expect([path, again.status, again.text]).toEqual([path, 304, ""]);
  }
  const file = (await api.get(`/skills/${skill_id}/versions/${version_id}/SKILL.md`)).text;
  expect(file).toContain(`files: "assets/data.json; assets/it.png; page.html; references/näher.md"`);
  expect(file).toContain(`files_url: "${at}/"`);
});

test("what is no file of a version is not found", async ({ api }) => {
  const [skill, other] = [await publishSkill({ files: { "a/b.md": "# B" } }), await publishSkill()];
  const at = (skill_id: string, version_id: string, path: string) =>
    `/skills/${skill_id}/versions/${version_id}/files/${path}`;
  expect((await api.get(at(skill.skill_id, skill.version_id, "a/b.md"))).status).toBe(200);
  for (const path of ["a", "a/", "A/B.md", "a/b.md/", "SKILL.md", "..%2f..", "a/%00", "%e0%a4%a", "a//b.md", "x"])
    expect([path, [400, 404].includes((await api.get(at(skill.skill_id, skill.version_id, path))).status)]).toEqual([
      path,
      true,
    ]);
  expect((await api.get(at(other.skill_id, skill.version_id, "a/b.md"))).status).toBe(404);
  expect((await api.get(at("skl_x", skill.version_id, "a/b.md"))).status).toBe(404);
  const { data } = await api.ok(getSkill, { skill_id: other.skill_id });
  expect([data.files, data.tree_sha256]).toEqual([[], null]);
});

test("the files of a withdrawn version are gone with it", async ({ api }) => {
  const skill = await publishSkill({ files: { "a.md": "# A" } });
  const path = `/skills/${skill.skill_id}/versions/${skill.version_id}/files/a.md`;
  const { headers } = await api.get(path);
  await withdrawVersion(skill, "It was wrong.");
  for (const more of [undefined, { "if-none-match": String(headers.etag) }]) {
    const gone = await api.get(path, more);
    expect(gone.status).toBe(410);
    expect(api.problemOf(gone)).toMatchObject({ code: "withdrawn", reason: "It was wrong." });
  }
});

test("an agent reads the files over MCP, by tool and by resource", async ({ api }) => {
  const long = `# Long\n\n${"word ".repeat(6_000)}end of ${word()}\n`;
  const files = { "a/long.md": long, "it.png": PNG };
  const skill = await publishSkill({ files });
  const agent = await Agent.connect(api, eras[1]);
  const { skill_id, version_id, slug } = skill;
  const call = async (args: object) => Object((await agent.call("get_skill", { skill_id, ...args })).structuredContent);
  expect((await call({})).files.map(({ path }: { path: string }) => path)).toEqual(["a/long.md", "it.png"]);
  let read = "";
  for (let args: object | undefined = { file: "a/long.md" }; args; ) {
    const answer = await call(args);
    read += answer.third_party_text.markdown;
    const [next] = /\{.*\}/.exec(answer.rest ?? "") ?? [];
    args = next && JSON.parse(next);
  }
  expect(read).toBe(long);
  expect((await call({ file: "it.png" })).third_party_text.markdown).toBe("This file is not text: download it.");
  expect((await agent.call("get_skill", { skill_id, file: "none.md" })).isError).toBe(true);
  for (const start of [`skill://${slug}`, `skill://v/${version_id}/${slug}`]) {
    const { contents } = await agent.client.readResource({ uri: `${start}/a/long.md` });
    expect(contents[0]).toMatchObject({ mimeType: "text/markdown", text: long });
    const image = await agent.client.readResource({ uri: `${start}/it.png` });
    expect(image.contents[0]).toMatchObject({ mimeType: "image/png", blob: PNG.toString("base64") });
    await expect(agent.client.readResource({ uri: `${start}/a/none.md` })).rejects.toThrow();
  }
  await agent.close();
});

test("installers find the whole folder as an archive, with its digest", async ({ api }) => {
  const skill = await publishSkill({ files: { "references/more.md": "# More\n", "it.png": PNG } });
  const at = `/skills/${skill.skill_id}/versions/${skill.version_id}`;
  for (const place of [`/skills/${skill.skill_id}`, at, `${at}/update`]) {
    const index = JSON.parse((await api.get(`${place}/.well-known/agent-skills/index.json`)).text);
    const [entry] = index.skills;
    expect(entry).toMatchObject({ name: skill.slug, type: "archive", url: `${api.base}${at}/skill.tgz` });
    const bytes = Buffer.from(await (await fetch(entry.url)).arrayBuffer());
    expect(entry.digest).toBe(`sha256:${hex(bytes)}`);
    const files = await unpackTar(gunzipSync(bytes), { strict: true });
    expect(files.map(({ header, data }) => [header.name, hex(data ?? "")])).toEqual([
      ["SKILL.md", hex((await api.get(`${at}/SKILL.md`)).text)],
      ["it.png", hex(PNG)],
      ["references/more.md", hex("# More\n")],
    ]);
  }
});

test("an erased version loses its files, and the bundle that brought them", async ({ api }) => {
  const author = await connect(api);
  const bundle = await bundled(author, { "references/more.md": `# ${word()}\n` });
  const operation = await submitted(
    author,
    creation({ markdown: withBundle(bundle, `# Turn the ${word()}\n\nNow.\n`) }),
  );
  expect(operation.state, JSON.stringify(operation)).toBe("succeeded");
  const { skill_id, version_id } = Object(Object(operation.result).ref);
  const stored = async () =>
    (
      await database()`
        select f.path from version_files f where f.version_id = ${version_id}
        union all
        select c.path from bundle_files c where c.bundle_id = ${bundle}`
    ).length;
  expect(await stored()).toBe(2);
  const chief = await maintainer(api);
  await chief.ok(eraseVersion, { skill_id, version_id, reason: "It named a person." });
  expect(await stored()).toBe(0);
  const gone = await api.get(`/skills/${skill_id}/versions/${version_id}/files/references/more.md`);
  expect(gone.status).toBe(410);
  expect(gone.text).not.toContain("# ");
});
