import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { transaction, write } from "@/db/client";
import { watchVersions } from "@/db/queries/held-versions";
import { word } from "@/e2e/support/fixtures";
import { type MadeSkill, madeSkill, makeScratchLibrary, publishMade } from "@/e2e/support/scratch";
import { lookForReleases, noteRelease } from "@/lib/domain/sources/newest-releases";
import { staleVersions } from "@/lib/domain/sources/stale-versions";
import { newId } from "@/lib/platform/ids";

let scratch: Awaited<ReturnType<typeof makeScratchLibrary>>;
let server: Server;
/** What the registry answers, by path: text or a status. */
let answers: Map<string, string | number>;
let asked: string[];
let technology: string;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(path);
    const answer = answers.get(path) ?? 404;
    if (typeof answer === "number") response.writeHead(answer).end("no");
    else response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
test.beforeEach(() => {
  answers = new Map();
  asked = [];
  technology = word();
});
test.afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await scratch.drop();
});

const address = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const running = () => ({ isHeld: () => true, signal: new AbortController().signal });

async function skillFor(constraint: string): Promise<MadeSkill> {
  const applicability = [{ technology, version_scheme: "semver" as const, constraint }];
  const skill = madeSkill({ title: word(), markdown: "# Text\n", technologies: [technology], applicability });
  await publishMade(scratch, [skill]);
  return skill;
}

async function holderOf(...skills: MadeSkill[]): Promise<string> {
  const connection_id = newId("con");
  await scratch.sql`
    insert into connections (connection_id, name, token_hash) values (${connection_id}, ${word()}, ${randomBytes(32)})`;
  await scratch.sql`insert into feeds (connection_id) values (${connection_id})`;
  await write((sql) => watchVersions(sql, connection_id, skills));
  return connection_id;
}

const note = (version: string) =>
  transaction((sql) => noteRelease(sql, { technology, version, released_at: null, address: "test" }));

async function told(connection_id: string): Promise<string[]> {
  const rows = await scratch.sql<{ kind: string; version_id: string }[]>`
    select d.kind, d.version_id
    from deliveries d
    where d.connection_id = ${connection_id}
    order by d.sequence`;
  return rows.map(({ kind, version_id }) => `${kind} ${version_id}`);
}

test("a release that ends what a held text was checked for is told once, by whoever finds it first", async () => {
  const [old, open] = [await skillFor(">=14 <16"), await skillFor(">=14")];
  const [holder, other] = [await holderOf(old, open), await holderOf(open)];
  await note("15.9.0");
  expect(await told(holder)).toEqual([]);
  await Promise.all([1, 2, 3, 4].map(() => note("16.0.0")));
  expect(await told(holder)).toEqual([`freshness ${old.version_id}`]);
  expect(await told(other)).toEqual([]);
  // The same again is not news, nor is one that was taken back.
  await note("16.0.0");
  await note("15.9.1");
  expect(await told(holder)).toHaveLength(1);
  const [feed] = await scratch.sql`select f.last_sequence from feeds f where f.connection_id = ${holder}`;
  expect(feed?.last_sequence).toBe("1");
});

test("of several processes that find the first release of a technology, one tells", async () => {
  const skill = await skillFor("<2");
  const holder = await holderOf(skill);
  await Promise.all([1, 2, 3, 4].map(() => note("2.0.0")));
  expect(await told(holder)).toEqual([`freshness ${skill.version_id}`]);
});

test("registries are asked once a day for what the library names, in every form", async () => {
  const skill = await skillFor(">=5 <6");
  const holder = await holderOf(skill);
  const registries = { [technology]: address("/pypi/x/json"), [word()]: address("/never") };
  answers.set("/pypi/x/json", JSON.stringify({ info: { version: "6.1" }, urls: [] }));
  await lookForReleases(registries, running(), new Map());
  await lookForReleases(registries, running(), new Map());
  expect(asked).toEqual(["/pypi/x/json"]);
  expect(await told(holder)).toEqual([`freshness ${skill.version_id}`]);
  const stale = await staleVersions();
  expect(stale.find(({ ref }) => ref.version_id === skill.version_id)?.freshness).toEqual({
    technology,
    checked: ">=5 <6",
    newest: "6.1",
    released_at: null,
  });
  await scratch.sql`update technology_releases set checked_at = now() - interval '25 hours'`;
  await lookForReleases(registries, running(), new Map());
  expect(asked).toHaveLength(2);
});

test("a registry that fails is left alone, three that fail end the round, and nothing is changed", async () => {
  const names = Array.from({ length: 5 }, () => word()).sort();
  const registries: Record<string, string> = {};
  for (const name of names) {
    technology = name;
    await skillFor("<1");
    registries[name] = address(`/${name}`);
  }
  answers.set(`/${names[0]}`, 500);
  answers.set(`/${names[1]}`, "not json");
  answers.set(`/${names[2]}`, "{}");
  const notBefore = new Map<string, number>();
  await lookForReleases(registries, running(), notBefore);
  expect(asked).toEqual(names.slice(0, 3).map((name) => `/${name}`));
  for (const name of names) answers.set(`/${name}`, JSON.stringify({ version: "1.0.0" }));
  await lookForReleases(registries, running(), notBefore);
  expect(asked.slice(3)).toEqual(names.slice(3).map((name) => `/${name}`));
  const known = await scratch.sql`
    select t.technology from technology_releases t where t.technology = any(${names}) order by t.technology`;
  expect(known.map((row) => row.technology)).toEqual(names.slice(3));
});
