import { createHash } from "node:crypto";
import { parse } from "yaml";
import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { database, openThread, publishSkill, type Skill, withdrawVersion } from "@/e2e/support/fixtures";
import { MCP_CARD_PATH, MCP_PATH } from "@/lib/contract/mcp-servers";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const Index = z.strictObject({
  $schema: z.literal(SCHEMA),
  skills: z.array(
    z.strictObject({
      name: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
      type: z.literal("skill-md"),
      description: z.string().min(1).max(1_024),
      url: z.url(),
      digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
    }),
  ),
});

const page = (skill: Skill) => `/skills/${skill.skill_id}`;
const versionFile = (skill: Skill) => `${page(skill)}/versions/${skill.version_id}/SKILL.md`;
const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;
const local = (api: Api, url: string) => url.replace(api.base, "");

async function indexAt(api: Api, place: string) {
  const { status, headers, text } = await api.get(`${place}/.well-known/agent-skills/index.json`);
  expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
  return Index.parse(JSON.parse(text)).skills;
}

test("below a skill's page there is an index of that skill alone, with the digest of the file it names", async ({
  api,
}) => {
  const skill = await publishSkill();
  for (const place of [page(skill), `${page(skill)}/${skill.slug}`]) {
    const [entry, ...more] = await indexAt(api, place);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ name: skill.slug, url: `${api.base}${versionFile(skill)}` });
    const { text } = await api.get(local(api, entry?.url ?? ""));
    expect(entry?.digest).toBe(sha256(text));
  }
});

test("below a version's page there is an index of that version alone, whichever is selected", async ({ api }) => {
  const old = await publishSkill();
  const current = await publishSkill({ of: old });
  for (const skill of [old, current]) {
    const entries = await indexAt(api, `${page(skill)}/versions/${skill.version_id}`);
    const digest = sha256((await api.get(versionFile(skill))).text);
    expect(entries).toMatchObject([{ name: old.slug, url: `${api.base}${versionFile(skill)}`, digest }]);
  }
  await withdrawVersion(old, "It was wrong.");
  const gone = await api.get(`${page(old)}/versions/${old.version_id}/.well-known/agent-skills/index.json`);
  expect([gone.status, api.problemOf(gone).code]).toEqual([410, "withdrawn"]);
});

test("the site's index lists the guide alone: clients install everything in it when an address has no index", async ({
  api,
}) => {
  const [entry, ...more] = await indexAt(api, "");
  expect(more).toEqual([]);
  expect(entry).toMatchObject({ name: "cairn", url: `${api.base}/skill.md` });
  const { text } = await api.get("/skill.md");
  expect(entry?.digest).toBe(sha256(text));
  expect(parse(text.split("---\n")[1] ?? "")).toMatchObject({ name: "cairn", description: expect.any(String) });
});

test("addresses that are no page of a skill have no index", async ({ api }) => {
  const skill = await publishSkill();
  const other = await publishSkill();
  const { thread_id } = await openThread(api);
  for (const place of [
    "/skills",
    "/threads",
    `/threads/${thread_id}`,
    "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA",
    "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/versions/skv_AAAAAAAAAAAAAAAAAAAAAA",
    "/skills/tame-it",
    `${page(skill)}/versions/skv_AAAAAAAAAAAAAAAAAAAAAA`,
    `${page(skill)}/versions/${other.version_id}`,
    `${page(skill)}/versions`,
  ])
    for (const name of ["agent-skills", "skills"]) {
      const { status } = await api.get(`${place}/.well-known/${name}/index.json`);
      expect([place, name, status]).toEqual([place, name, 404]);
    }
});

test("a version's file is Agent Skills markdown, cacheable, and unchanged by reviews and newer versions", async ({
  api,
}) => {
  const skill = await publishSkill({ description: 'Says "quoted": yes, #hash.' });
  const before = await api.get(versionFile(skill));
  expect(before.headers).toMatchObject({
    "content-type": "text/markdown; charset=utf-8",
    "cache-control": "public, max-age=86400, immutable",
  });
  const front: unknown = parse(before.text.split("---\n")[1] ?? "");
  expect(front).toMatchObject({ name: skill.slug, description: 'Says "quoted": yes, #hash.' });
  await database()`
    insert into review_notes (review_note_id, version_id, version_checked, note, reviewed_at, reviewer)
    values (${`rev_${skill.version_id.slice(4)}`}, ${skill.version_id}, '9.9.9', 'Ran it once more.', now_ms(), 'Maintainer')`;
  await publishSkill({ of: skill, markdown: "# Another way\n\nPull it.\n" });
  expect((await api.get(versionFile(skill))).text).toBe(before.text);
  const selected = await api.get(`${page(skill)}/SKILL.md`);
  expect(selected.text).toMatch(/^---\nname: [\s\S]*\n---\n\n?# Another way\n\nPull it\.\n$/);
  expect(selected.headers["cache-control"]).toBe("public, max-age=60");
  expect(selected.headers.link).toBeUndefined();
});

test("a known file returns 304, and a withdrawn or unknown file is an error in JSON", async ({ api }) => {
  const skill = await publishSkill();
  const { headers } = await api.get(versionFile(skill));
  const again = await api.get(versionFile(skill), { "if-none-match": String(headers.etag) });
  expect([again.status, again.text]).toEqual([304, ""]);
  await withdrawVersion(skill, "It broke things.");
  const gone = await api.get(versionFile(skill));
  expect([gone.status, api.problemOf(gone).code]).toEqual([410, "withdrawn"]);
  for (const address of ["/skills/nonsense/SKILL.md", "/skills/skl_AAAAAAAAAAAAAAAAAAAAAA/versions/x/SKILL.md"]) {
    expect(api.problemOf(await api.get(address)).code).toBe("not_found");
  }
});

test("unknown well-known URLs, including OAuth's, return 404 in JSON", async ({ api }) => {
  for (const name of [
    "oauth-protected-resource",
    `oauth-authorization-server${MCP_PATH}`,
    "openid-configuration",
    "x/y",
  ]) {
    const received = await api.get(`/.well-known/${name}`);
    expect([name, received.status, api.problemOf(received).code]).toEqual([name, 404, "not_found"]);
  }
});

test("an agent that knows only the origin finds the MCP server, the APIs and their documentation", async ({ api }) => {
  const Catalog = z.object({ entries: z.array(z.object({ type: z.string(), url: z.string() })).length(1) });
  const catalog = await api.get("/.well-known/ai-catalog.json");
  const [entry] = Catalog.parse(JSON.parse(catalog.text)).entries;
  expect(entry).toEqual(
    expect.objectContaining({ type: "application/mcp-server-card+json", url: `${api.base}${MCP_CARD_PATH}` }),
  );

  const card = await api.exchange("GET", MCP_CARD_PATH, {});
  expect([card.status, card.headers["content-type"]]).toEqual([200, "application/mcp-server-card+json"]);
  expect(card.headers["x-request-id"]).toMatch(/^req_/);
  expect(JSON.parse(card.text)).toMatchObject({
    name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/cairn$/),
    remotes: [{ type: "streamable-http", url: `${api.base}${MCP_PATH}` }],
  });
  const refused = await api.send("POST", MCP_CARD_PATH, { "content-type": "application/json" }, "{}");
  expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);

  const apis = await api.get("/.well-known/api-catalog");
  expect(apis.headers["content-type"]).toMatch(/^application\/linkset\+json; profile=/);
  for (const [, address = ""] of apis.text.matchAll(/"href": "([^"]+)"/g)) {
    expect([address, (await api.exchange("GET", local(api, address), {})).status]).toEqual([address, 200]);
  }
  const document = JSON.parse((await api.get("/openapi.json")).text);
  expect(document).toEqual(JSON.parse((await api.exchange("GET", "/api/v1/openapi.json", {})).text));
});

test("the guides for agents link only to URLs that exist", async ({ api }) => {
  for (const [address, type] of [
    ["/skill.md", "text/markdown; charset=utf-8"],
    ["/llms.txt", "text/plain; charset=utf-8"],
  ] as const) {
    const { status, headers, text } = await api.get(address);
    expect([status, headers["content-type"]]).toEqual([200, type]);
    const links = [...text.matchAll(/\]\((http[^)]+)\)/g)].map(([, url = ""]) => local(api, url));
    for (const link of links.filter((url) => url !== MCP_PATH)) {
      expect([link, (await api.exchange("GET", link, {})).status]).toEqual([link, 200]);
    }
  }
  const guide = (await api.get("/skill.md")).text;
  expect(parse(guide.split("---\n")[1] ?? "")).toMatchObject({ name: "cairn" });
  expect(guide).toContain("only after the user confirmed it");
  for (const lesson of [
    "Search, without publishing anything",
    "Choose by version",
    "This publishes the question for everyone",
    "put in no secrets",
    "keep it in memory",
    "never copy it\nanywhere else",
    "Not oftener than every 30 seconds",
  ])
    expect(guide).toContain(lesson);
});

test("security.txt exists only if the operator set a contact", async ({ api }) => {
  const received = await api.get("/.well-known/security.txt");
  if (received.status === 404) expect(api.problemOf(received).detail).toContain("no contact");
  else expect(received.text).toMatch(/^Contact: (https|mailto|tel):\S+\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/);
});
