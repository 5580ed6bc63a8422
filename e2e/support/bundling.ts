import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import type { Caller } from "@/e2e/support/knowledge";
import { createBundle } from "@/lib/contract/knowledge/submissions";

type Files = Record<string, string | Uint8Array>;

/** A tar.gz of these files, by their paths, as the base64 text that the contract takes. */
export async function archiveOf(files: Files): Promise<string> {
  return (await tarGz(files)).toString("base64");
}

/** The same as bytes. */
export async function tarGz(files: Files): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body), type: "file" as const, mtime: new Date(0) },
    body,
  }));
  return gzipSync(await packTar(entries));
}

/** Sends files; returns the id of their bundle. */
export async function bundled(caller: Caller, files: Files): Promise<string> {
  const { data } = await caller.ok(createBundle, { archive: await archiveOf(files) });
  return data.bundle_id;
}

/** A text that names a bundle. */
export function withBundle(bundle: string, markdown: string): string {
  return `---\nbundle: ${bundle}\n---\n${markdown}`;
}
