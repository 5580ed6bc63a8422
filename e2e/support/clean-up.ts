import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { commandOf, endProcess } from "@/lib/start/children";
import { openPlace, removePlace } from "@/lib/start/instance-layout";
import { lockHolder } from "@/lib/start/lock";

/** Stops all processes that use a temporary folder and deletes it, including leftovers of a killed test run. */
export async function cleanUp(folder: string): Promise<void> {
  const places = statesIn(folder).map((state) => openPlace({ state }));
  const homes = [folder, ...places.map((place) => place.data)];
  const apps = places.map((place) => lockHolder(path.join(place.state, "lock"))?.pid ?? 0).filter((pid) => pid > 0);
  const engines = processes().filter((pid) => homes.some((home) => commandOf(pid).includes(`${home}/`)));
  const kill = (pid: number) => endProcess(pid, [{ signal: "SIGKILL", ms: 5_000 }]);
  await Promise.all(apps.map(kill));
  await Promise.all(engines.map(kill));
  for (const place of places) removePlace(place);
  rmSync(folder, { recursive: true, force: true });
}

/** Engines outlive the process that started them: at the end by a signal all that uses this folder is stopped first. */
export function cleanUpOnSignals(folder: string): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void cleanUp(folder).finally(() => process.exit(130)));
}

/** Every data folder inside: a run contains engines, and apps below them. */
function statesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  const here = entries.some((entry) => entry.name === "instance.json") ? [folder] : [];
  const inside = entries.filter((entry) => entry.isDirectory() && /^(cairn-|app-)/.test(entry.name));
  return [...here, ...inside.flatMap((entry) => statesIn(path.join(folder, entry.name)))];
}

function processes(): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}
