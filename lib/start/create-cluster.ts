import { execFile } from "node:child_process";
import { chownSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { ownFolder, type Place } from "@/lib/start/instance-layout";

/** The superuser of the embedded database. */
export const CLUSTER_USER = "cairn";
const run = promisify(execFile);

/**
 * Creates the data folder of a new Postgres under another name and renames it, so a start killed half-way leaves no
 * partial cluster. Throws when data of another version exists, so that it is not silently ignored.
 */
export async function createCluster(
  place: Place,
  cluster: { binaries: string; folder: string; password: string },
): Promise<void> {
  const others = readdirSync(place.data).filter(
    (name) => /^postgres-\d+$/.test(name) && path.join(place.data, name) !== cluster.folder,
  );
  if (others.length > 0) {
    throw new Error(
      `${place.data} holds the data of another Postgres version (${others.join(", ")}). Migrate it with pg_upgrade or a dump, or move the folder away.`,
    );
  }
  const beside = `${cluster.folder}.new`;
  rmSync(beside, { recursive: true, force: true });
  ownFolder(place, beside);
  const passwordFile = path.join(place.data, "initdb-password");
  writeFileSync(passwordFile, cluster.password, { mode: 0o600 });
  if (place.runAs) chownSync(passwordFile, place.runAs.uid, place.runAs.gid);
  const initdb = (locale: string) =>
    run(
      path.join(cluster.binaries, "bin/initdb"),
      [
        "-D",
        beside,
        `--username=${CLUSTER_USER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
      ].concat(["--locale-provider=builtin", "--builtin-locale=C.UTF-8", `--locale=${locale}`, "--no-instructions"]),
      {
        cwd: place.data,
        env: { NODE_ENV: "production", PATH: process.env.PATH, TZ: "UTC", LC_ALL: "C" },
        ...(place.runAs && { uid: place.runAs.uid, gid: place.runAs.gid }),
      },
    );
  try {
    // Collation is Postgres's built-in C.UTF-8; the system's own is missing on some systems and not needed.
    await initdb("C.UTF-8").catch(() => initdb("C"));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(beside, cluster.folder);
}
