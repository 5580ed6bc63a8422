import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "@playwright/test";
import { makeScratchDatabase, type ScratchDatabase } from "@/e2e/support/scratch";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { readLibrary } from "@/lib/start/seed";

let database: ScratchDatabase;

test.beforeAll(async () => {
  database = await makeScratchDatabase();
});
test.afterAll(() => database.drop());

function seed(): ChildProcess {
  const program = `import("@/lib/start/seed").then(async ({ seedLibrary }) => console.log(JSON.stringify(await seedLibrary())))`;
  return spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function answer(child: ChildProcess): Promise<unknown> {
  let out = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    out += chunk.toString();
  });
  await once(child, "close");
  return JSON.parse(out);
}

const waitingSessions = async () => {
  const rows = await database.sql`
    select 1 from pg_stat_activity a where a.datname = current_database() and a.wait_event_type = 'Lock'`;
  return rows.length;
};

const seedingSessions = async () => {
  const rows = await database.sql`
    select 1 from pg_stat_activity a where a.datname = current_database() and a.application_name = 'cairn-worker'`;
  return rows.length;
};

const counts = async () => {
  const [row] = await database.sql<{ skills: number; versions: number; reviews: number }[]>`
    select (select count(*)::int from skills) as skills,
           (select count(*)::int from skill_versions) as versions,
           (select count(*)::int from review_notes) as reviews`;
  return row;
};

test("a killed seeding leaves nothing, two parallel ones create one library, and a third changes nothing", {
  tag: "@slow",
}, async () => {
  const { sql } = database;
  const { skills } = await readLibrary();
  const all = skills.flatMap((skill) => skill.versions);
  const library = { skills: skills.length, versions: all.length };

  // Locking the publish log's head stops the seeding after its first version.
  await sql.begin(async (tx) => {
    await tx`select h.sequence from publish_log_head h for update`;
    const killed = seed();
    try {
      await expect.poll(waitingSessions).toBe(1);
    } finally {
      killed.kill("SIGKILL");
      await once(killed, "close");
    }
  });
  await expect.poll(seedingSessions).toBe(0);
  expect(await counts()).toEqual({ skills: 0, versions: 0, reviews: 0 });

  const both = await Promise.all([answer(seed()), answer(seed())]);
  expect(both).toEqual(expect.arrayContaining([library, { skills: 0, versions: 0 }]));
  expect(await counts()).toEqual({ ...library, reviews: all.filter((version) => version.review).length });

  expect(await answer(seed())).toEqual({ skills: 0, versions: 0 });
});
