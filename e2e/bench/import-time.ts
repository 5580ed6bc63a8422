import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureDatabase } from "@/db/start";
import { cpuMeter } from "@/e2e/bench/processes";
import { generateSkills, type SkillText } from "@/e2e/support/generate-skills";
import { startEngines, throwAwayFolder } from "@/e2e/support/product";
import { findSkills, LIBRARY } from "@/lib/domain/import/find-skills";
import { readSkill } from "@/lib/domain/import/read-skill";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const SAMPLE_MS = 100;

/**
 * Seconds that `npm run import` takes for so many generated skills, process start included, each round in a database of
 * its own that already has its tables; and the seconds of processor time of the command and of Postgres.
 */
export async function importSeconds(skills: number, rounds: number): Promise<Array<{ wall: number; cpu: number }>> {
  const engines = await startEngines(throwAwayFolder("import"), { meilisearch: false });
  try {
    const folder = path.join(engines.folder, "skills");
    writeSkills(folder, skills);
    const seconds: Array<{ wall: number; cpu: number }> = [];
    for (let round = 0; round < rounds; round += 1) {
      const url = new URL(engines.postgres.url);
      await ensureDatabase(url.href, `import_${round}`);
      url.pathname = `/import_${round}`;
      await runImport(path.join(LIBRARY, "zod-json-schema"), url.href, engines.postgres.pid());
      const started = performance.now();
      const cpu = await runImport(folder, url.href, engines.postgres.pid());
      seconds.push({ wall: (performance.now() - started) / 1_000, cpu });
    }
    rmSync(folder, { recursive: true });
    return seconds;
  } finally {
    await engines.close();
  }
}

function writeSkills(folder: string, count: number): void {
  let place = 0;
  for (const skill of generateSkills(libraryTexts(), count)) {
    place += 1;
    const name = `generated-${place}`;
    const front = { name, description: skill.description, metadata: { title: skill.title } };
    mkdirSync(path.join(folder, name), { recursive: true });
    writeFileSync(path.join(folder, name, "SKILL.md"), `---\n${JSON.stringify(front)}\n---\n${skill.markdown}\n`);
  }
}

function libraryTexts(): SkillText[] {
  return findSkills(LIBRARY).skills.flatMap((folder) => {
    const { newest } = readSkill(folder, { checkout: false });
    if (!newest) return [];
    const { title, description, markdown } = newest.skill;
    return [{ title, description, markdown, technologies: [] }];
  });
}

/** Returns the seconds of processor time. Some generated texts may be refused: the command then exits with 1. */
function runImport(folder: string, DATABASE_URL: string, postgres: number): Promise<number> {
  const args = ["--import", "tsx", "lib/cli/import.ts", "--accept-held", folder];
  const env = { ...process.env, DATABASE_URL };
  const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
  const meter = cpuMeter({ web: child.pid ?? 0, engine: 0, postgres });
  meter.start();
  // Once the command has ended, nobody can say what it spent.
  const sampling = setInterval(() => {
    meter.stop();
    meter.start();
  }, SAMPLE_MS);
  let output = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      clearInterval(sampling);
      const { web = 0, postgres: database = 0 } = meter.spent() ?? {};
      if (code === 0 || code === 1) resolve((web + database) / 1_000);
      else reject(new Error(`The import failed: ${output.trim().split("\n").at(-1)}`));
    });
  });
}
