import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { writeWhole } from "@/lib/start/files";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";
import { takeLock } from "@/lib/start/lock";

/** Something that is made from sources of this clone. Paths count from the project's folder. */
export type Product = {
  /** The folders and files that it is made from. Tests and `leftOut` do not count. */
  sources: { folders: readonly string[]; files: readonly string[]; leftOut?: readonly string[] };
  /** Holds the digest of the sources that the product was made from. */
  stamp: string;
  /** A file of the product: without it there is none. */
  result: string;
  lock: string;
};

const LOCK_MS_MAX = 600_000;

/**
 * Makes a product if its sources have changed since; returns whether it did. Waits for another process of this clone
 * that is making it.
 */
export async function makeOnce(product: Product, make: () => Promise<void>): Promise<"made" | "fresh"> {
  if (isFresh(product)) return "fresh";
  const lock = await takeLock(inProject(product.lock), { waitFor: ["starting"], waitMs: LOCK_MS_MAX });
  try {
    if (isFresh(product)) return "fresh";
    const digest = digestOf(product);
    const stamp = inProject(product.stamp);
    rmSync(stamp, { force: true });
    await make();
    mkdirSync(path.dirname(stamp), { recursive: true });
    writeWhole(stamp, digest, 0o644);
    return "made";
  } finally {
    lock.release();
  }
}

/** Whether the product is there and its sources have not changed since. */
export function isFresh(product: Product): boolean {
  const stamp = inProject(product.stamp);
  return (
    existsSync(stamp) && existsSync(inProject(product.result)) && readFileSync(stamp, "utf8") === digestOf(product)
  );
}

function digestOf({ sources: { folders, files, leftOut = [] } }: Product): string {
  const hash = createHash("sha256");
  for (const file of [...folders.flatMap((folder) => filesIn(folder, leftOut)), ...files].sort()) {
    const full = inProject(file);
    if (existsSync(full)) hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
  }
  return hash.digest("hex");
}

function filesIn(folder: string, leftOut: readonly string[]): string[] {
  const full = inProject(folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return leftOut.includes(file) ? [] : filesIn(file, leftOut);
    return entry.isFile() && !/\.test\.tsx?$/.test(file) ? [file] : [];
  });
}

function inProject(file: string): string {
  return path.join(PROJECT_ROOT, file);
}
