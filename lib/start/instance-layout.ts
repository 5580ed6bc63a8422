import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { userInfo } from "node:os";
import path from "node:path";
import { z } from "zod";
import { writeWhole } from "@/lib/start/files";

/** The user that engines run as when we are root. */
export type Person = { uid: number; gid: number; name: string };

/** Where one instance lives on this machine, and which user runs its engines. */
export type Place = {
  /** The project's root folder. */
  root: string;
  /** Small files of this clone: `instance.json`, the lock, logs. */
  state: string;
  /** Data that must survive: engine data and secrets. Usually `<state>/data`. */
  data: string;
  /** Holds copies of engine binaries when those in `node_modules` cannot run in place. */
  binaries: string;
  /** Null: the engines run as the current user. */
  runAs: Person | null;
};

const Instance = z.object({ id: z.string().regex(/^[0-9a-f]{16}$/), home: z.string(), data: z.string() });
type Instance = z.infer<typeof Instance>;

/** Data folder for when the engine user cannot reach the project, as in a checkout under `/root`. */
const SHARED_ROOT = "/var/lib/cairn";

export const PROJECT_ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Opens this clone's state folder, creating it at the first start. `CAIRN_DATA_DIR` (or `state`) puts it elsewhere than
 * `.cairn/`. Throws one clear sentence when the folder cannot be used.
 */
export function openPlace(options: { state?: string } = {}): Place {
  const state = path.resolve(PROJECT_ROOT, options.state ?? (process.env.CAIRN_DATA_DIR || ".cairn"));
  try {
    mkdirSync(path.join(state, "logs"), { recursive: true });
    const known = readInstance(state);
    const runAs = personFor(known?.data ?? path.join(state, "data"));
    const instance = known ?? makeInstance(state, runAs);
    mkdirSync(instance.data, { recursive: true });
    // The engine user must be able to traverse this folder; secret files have their own mode.
    if (runAs) chmodSync(instance.data, 0o711);
    const binaries = runAs ? path.join(SHARED_ROOT, "engines") : path.join(instance.data, "bin");
    return { root: PROJECT_ROOT, state, data: instance.data, binaries, runAs };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new Error(
      `${state} is not writable by ${nameOfUser()} (${error.code} ${error.path ?? ""}). ` +
        "Start as the user who owns the folder, or set CAIRN_DATA_DIR to a folder of your own.",
    );
  }
}

/** Creates a folder owned by the engine user and readable by no other. */
export function ownFolder(place: Place, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (place.runAs) chownSync(folder, place.runAs.uid, place.runAs.gid);
  return folder;
}

/** Removes the whole instance. The engines must have stopped. */
export function removePlace(place: Place): void {
  rmSync(place.data, { recursive: true, force: true });
  rmSync(place.state, { recursive: true, force: true });
}

/** A secret of this instance, created at the first call in a file readable only by us. */
export function secretFile(place: Place, name: string, make = () => randomBytes(32).toString("base64url")): string {
  const file = path.join(place.data, name);
  if (!existsSync(file)) writeWhole(file, make(), 0o600);
  return readFileSync(file, "utf8").trim();
}

function readInstance(state: string): Instance | null {
  const file = path.join(state, "instance.json");
  if (!existsSync(file)) return null;
  const instance = Instance.parse(JSON.parse(readFileSync(file, "utf8")));
  if (instance.home === state) return { ...instance, data: path.resolve(state, instance.data) };
  // The folder was moved or copied. Data inside it came along; data outside belongs to the first folder while that
  // exists.
  const inside = !path.isAbsolute(instance.data);
  const copied = existsSync(path.join(instance.home, "instance.json"));
  if (!inside && copied) return null;
  return saveInstance(state, { ...instance, home: state });
}

function makeInstance(state: string, runAs: Person | null): Instance {
  const id = randomBytes(8).toString("hex");
  const inside = path.join(state, "data");
  mkdirSync(inside, { recursive: true });
  if (!runAs || canEnter(runAs, inside)) return saveInstance(state, { id, home: state, data: "data" });
  rmdirSync(inside);
  const outside = path.join(SHARED_ROOT, id);
  mkdirSync(outside, { recursive: true, mode: 0o711 });
  chmodSync(SHARED_ROOT, 0o755);
  if (!canEnter(runAs, outside)) throw new Error(`The user ${runAs.name} can enter neither ${state} nor ${outside}.`);
  return saveInstance(state, { id, home: state, data: outside });
}

function saveInstance(state: string, instance: Instance): Instance {
  writeWhole(path.join(state, "instance.json"), `${JSON.stringify(instance, null, 2)}\n`, 0o644);
  return { ...instance, data: path.resolve(state, instance.data) };
}

/**
 * Postgres refuses to run as root, so root uses another user: the owner of the data, else `postgres`, else `nobody`.
 */
function personFor(data: string): Person | null {
  if (process.getuid?.() !== 0) return null;
  const owned = existsSync(data) ? readdirSync(data).find((name) => /^postgres-\d+$/.test(name)) : undefined;
  if (owned) {
    const { uid, gid } = statSync(path.join(data, owned));
    if (uid !== 0) return { uid, gid, name: `user ${uid}` };
  }
  const people = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const wanted of ["postgres", "nobody"]) {
    const [name, , uid, gid] = people.find((fields) => fields[0] === wanted) ?? [];
    if (name && Number(uid) > 0) return { uid: Number(uid), gid: Number(gid), name };
  }
  throw new Error(
    "Postgres does not run as root, and there is no user `postgres` or `nobody` to run it. Start as an ordinary user.",
  );
}

/** Tested rather than computed: modes, groups, ACLs and mounts all matter. */
function canEnter(person: Person, folder: string): boolean {
  const tried = spawnSync("/bin/sh", ["-c", 'cd "$0" && test -x .', folder], {
    uid: person.uid,
    gid: person.gid,
    cwd: "/",
  });
  return tried.status === 0;
}

function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && ["EACCES", "EPERM", "EROFS"].includes(String(error.code));
}

function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}
