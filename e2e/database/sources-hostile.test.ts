import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { packTar } from "modern-tar";
import { write } from "@/db/client";
import { insertSource } from "@/db/queries/sources";
import { word } from "@/e2e/support/fixtures";
import { makeScratchLibrary } from "@/e2e/support/scratch";
import { type LocalRegistry, lastRun, runSource, startLocalRegistry } from "@/e2e/support/sources";
import { sourceAddress } from "@/lib/domain/sources/address";
import { collectNpm } from "@/lib/domain/sources/collect-npm";
import { newId } from "@/lib/platform/ids";
import { followSource, followSources } from "@/lib/server/worker/follow-sources";

let scratch: Awaited<ReturnType<typeof makeScratchLibrary>>;
let registry: LocalRegistry;
let name: string;

test.beforeAll(async () => {
  scratch = await makeScratchLibrary();
  registry = await startLocalRegistry();
});
test.beforeEach(() => {
  name = `@${word()}/pump`;
});
test.afterAll(async () => {
  await registry.close();
  await scratch.drop();
});

const SIGNAL = new AbortController().signal;

function skill(title: string, front = ""): string {
  return `---\nname: ${title}\ndescription: How to tame the ${title}.\n${front}---\n# ${title} of ${name}\n\nText.\n`;
}

async function add(): Promise<string> {
  const source = { source_id: newId("src"), ...sourceAddress(`npm:${name}`) };
  return (await write((sql) => insertSource(sql, source))).source_id;
}

const versions = () => scratch.sql`
  select k.source_path, k.source_id, v.technologies, v.withdrawn_at is not null as withdrawn, v.source_repository,
         o.license, o.requires
  from skills k
  join skill_versions v on v.skill_id = k.skill_id
  join version_origins o on o.version_id = v.version_id
  where k.source_path like ${`npm:${name}/%`}
  order by k.source_path`;

test("what cannot be stored is left out, wherever a package has it", async () => {
  const half = "\\ud83d";
  await registry.publish(name, "1.0.0", {
    manifest: { repository: `https://github.com/acme/gh${"p"}_${"aB3dE6gH9jK2".repeat(3)}` },
    license: `BUSL-1.1${" OR BUSL-1.1".repeat(4_000)}`,
    files: {
      "skills/a/SKILL.md": skill(
        "a",
        `library: "pump\\0"\nrequires: ["\\0", "${half}", core]\n"odd \\0 ${half} \\e": 1\n`,
      ),
      "skills/b/SKILL.md": skill("b", `library: "${"x".repeat(59)}\u{1f600}"\n`),
      "skills/c/SKILL.md": skill("c", 'library: "pu\\u200bmp"\n'),
      "skills/r\u202etl/SKILL.md": skill("rtl"),
    },
  });
  await registry.publish(name, "1.0.0\0", { files: {}, released_at: "+275760-01-01T00:00:00Z" });
  const { lines, ...last } = await runSource(await add());
  expect(last).toMatchObject({ state: "succeeded", found: 3, new: 2, refused: 1 });
  expect(lines.find(({ result }) => result === "refused")).toMatchObject({ path: "skills/c of 1.0.0" });
  expect(lines.find(({ result }) => result === "note")?.reason).toBe("front matter not imported: odd ? ? ?");
  expect(await versions()).toMatchObject([
    { technologies: [name], requires: [`npm:${name}/skills/core`], license: null, source_repository: null },
    { technologies: [name, expect.stringContaining("\u{1f600}")] },
  ]);
});

test("a source whose texts the database refuses ends as a failed run, and the others are read", async () => {
  await registry.publish(name, "1.0.0", {
    files: { "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") },
  });
  await scratch.sql`alter table skill_versions add constraint no_b check (title not like 'b of %') not valid`;
  const failing = await add();
  name = `@${word()}/pump`;
  await registry.publish(name, "1.0.0", { files: { "skills/a/SKILL.md": skill("a") } });
  const other = await add();
  await followSources().run(SIGNAL, {} as never);
  const failed = await lastRun(failing);
  expect(failed).toMatchObject({
    state: "failed",
    problem: "this server could not store what it has; its log says why",
  });
  expect(failed.due_at?.getTime()).toBeGreaterThan(Date.parse(failed.ended_at ?? ""));
  expect(await lastRun(other)).toMatchObject({ state: "succeeded", new: 1 });
  await scratch.sql`alter table skill_versions drop constraint no_b`;
  // What was stored before stays, and nothing of the other.
  expect(await runSource(failing)).toMatchObject({ state: "succeeded", new: 1, unchanged: 1 });
});

test("a source that fails again and again is tried less and less often", async () => {
  const source_id = await add();
  const waits = [];
  for (let failures = 0; failures < 6; failures += 1) {
    const { state, due_at, ended_at } = await runSource(source_id);
    waits.push([state, Math.round(((due_at?.getTime() ?? 0) - Date.parse(ended_at ?? "")) / 60_000)]);
  }
  expect(waits).toEqual([15, 30, 60, 120, 240, 360].map((minutes) => ["failed", minutes]));
  await registry.publish(name, "1.0.0", { files: { "skills/a/SKILL.md": skill("a") } });
  expect(await runSource(source_id)).toMatchObject({ state: "succeeded" });
  registry.unpublish(name, "1.0.0");
  const { due_at, ended_at } = await runSource(source_id);
  expect(Math.round(((due_at?.getTime() ?? 0) - Date.parse(ended_at ?? "")) / 60_000)).toBe(15);
});

test("a source that is removed while it runs keeps its skills if it is told to", async () => {
  const files = { "skills/a/SKILL.md": skill("a"), "skills/b/SKILL.md": skill("b") };
  await registry.publish(name, "1.0.0", { files: { "skills/a/SKILL.md": skill("a") } });
  const source_id = await add();
  await runSource(source_id);
  await registry.publish(name, "1.1.0", { files });
  // As a maintainer who removes it, and keeps its skills, after the run began.
  await scratch.sql`
    create function removes() returns trigger language plpgsql as $$
    begin
      update sources set state = 'removed' where sources.source_id = new.source_id;
      update skills set source_id = null where skills.source_id = new.source_id;
      return null;
    end $$`;
  await scratch.sql`create trigger removes after insert on source_runs for each row execute function removes()`;
  try {
    await runSource(source_id);
  } finally {
    await scratch.sql`drop function removes cascade`;
  }
  await followSource(source_id, SIGNAL);
  expect(await versions()).toMatchObject([{ source_id: null, withdrawn: false }]);
  expect(await lastRun(source_id)).toMatchObject({ state: "failed", problem: "it was removed while it was read" });
});

test("a package named like a technology does not say what its newest release is", async () => {
  const of = async (called: string) => {
    await registry.publish(called, "4.7.0", { files: { "skills/a/SKILL.md": skill("a") } });
    return (await collectNpm({ address: `npm:${called}`, settings: {} })).newest;
  };
  expect(await of("redis")).toBeNull();
  expect(await of("postgres")).toBeNull();
  expect(await of("zod")).toMatchObject({ technology: "zod", version: "4.7.0" });
});

test("the texts of all releases of a package have a limit together; equal ones count once", async () => {
  const [one, two, three] = await Promise.all([largeArchive(1), largeArchive(2), largeArchive(3)]);
  for (const [version, bytes] of [
    ["1.0.0", one],
    ["1.1.0", one],
    ["1.2.0", one],
    ["1.3.0", two],
  ] as const)
    await registry.publish(name, version, { files: {}, archive: bytes });
  const source = { address: `npm:${name}`, settings: {} };
  expect(await collectNpm(source)).toMatchObject({ refused: [], skills: { length: 26 } });
  await registry.publish(name, "1.4.0", { files: {}, archive: three });
  const { refused } = await collectNpm(source);
  expect(refused).toMatchObject([{ reason: "the releases before it have 64 MiB together" }]);
});

test("which release is too much does not depend on the one that arrives first", async () => {
  const [one, two, three] = await Promise.all([largeArchive(1), largeArchive(2), largeArchive(3)]);
  await registry.publish(name, "1.0.0", { files: {}, archive: one, after: ["1.1.0", "1.2.0"] });
  await registry.publish(name, "1.1.0", { files: {}, archive: two });
  await registry.publish(name, "1.2.0", { files: {}, archive: three });
  const { refused } = await collectNpm({ address: `npm:${name}`, settings: {} });
  expect(refused).toMatchObject([{ path: "release 1.2.0", reason: "the releases before it have 64 MiB together" }]);
});

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(250_000)]);
/** An archive of 26 MiB, of other bytes for each salt. */
async function largeArchive(salt: number): Promise<Buffer> {
  const entries = Array.from({ length: 26 }, (_, at) => [
    { path: `skills/${at}/SKILL.md`, body: Buffer.from(skill(`s${at}`)) },
    ...[0, 1, 2, 3].map((file) => ({
      path: `skills/${at}/${file}.png`,
      body: Buffer.concat([png, Buffer.from([salt])]),
    })),
  ]).flat();
  const tar = await packTar(
    entries.map(({ path, body }) => ({
      header: { name: `package/${path}`, size: body.length, type: "file" as const },
      body,
    })),
  );
  return gzipSync(tar);
}
