import { existsSync, readFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

const Line = z.object({
  kind: z.enum(["message", "version"]),
  id: z.string(),
  by: z.enum(["author", "maintainer"]),
  /** Of a version: whether its title went too. */
  title: z.boolean().optional(),
  at: z.string(),
});
export type Erasure = Omit<z.infer<typeof Line>, "at">;

const NAME = "erasures.jsonl";

/** The list of what was erased, in the data folder: backups made before an erasure hold the text still. */
export function erasureList(): string {
  return path.resolve(process.env.CAIRN_DATA_DIR || ".cairn", NAME);
}

/**
 * Adds an erasure to the list and returns when it is on the disk. Call it before the erasure commits: a line too many
 * erases what its author wanted erased, a line too few would bring it back. It holds only ids.
 */
export async function listErasure(erasure: Erasure): Promise<void> {
  const file = erasureList();
  await mkdir(path.dirname(file), { recursive: true });
  const list = await open(file, "a", 0o600);
  try {
    await list.appendFile(`${JSON.stringify({ ...erasure, at: new Date().toISOString() })}\n`);
    await list.datasync();
  } finally {
    await list.close();
  }
}

/**
 * The erasures of a list, each once; none when there is no such file. Throws when a line but the last cannot be read:
 * the last one may have been cut off before its erasure committed.
 */
export function readErasures(file: string): Erasure[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const known = new Map<string, Erasure>();
  for (const [place, text] of lines.entries()) {
    if (text === "") continue;
    const erasure = read(text);
    if (!erasure && place < lines.length - 1) throw new Error(`Line ${place + 1} of ${file} cannot be read.`);
    if (erasure) known.set(erasure.id, { ...erasure, title: erasure.title || known.get(erasure.id)?.title });
  }
  return [...known.values()];
}

function read(text: string): Erasure | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
