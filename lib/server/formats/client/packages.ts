import { createHash } from "node:crypto";
import { gzipSync } from "fflate";
import { read, write } from "@/db/client";
import { type ClientPackage, clientPackageBytes, clientPackageWith, keepClientPackage } from "@/db/queries/files";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { sha256 } from "@/lib/platform/secret";
import { forget, singleton } from "@/lib/platform/singleton";
import { BASE_PLACEHOLDER, builtPackages, type ClientFile } from "@/lib/server/formats/client/outputs";
import type { Asked, Binary, Document, Redirect } from "@/lib/server/formats/document";

const KEEP_SECONDS = 3_600;

/** The client as one module without imports, for browsers and Node 20, that knows where this service is. */
export function clientScript(): Document {
  return { type: "text/javascript; charset=utf-8", text: here("client.js"), keep: KEEP_SECONDS };
}

/** The types of that module. */
export function clientTypes(): Document {
  return { type: "application/typescript; charset=utf-8", text: here("client.d.ts"), keep: KEEP_SECONDS };
}

/** The npm package `cairn-client`: the module, its types and the command line. */
export function packedClient(): Uint8Array {
  return packed("client-package", () =>
    Object.entries(builtPackages().client).map(([name, text]) => ({
      name,
      text: withBase(text),
      isProgram: name === "cairn.js",
    })),
  ).bytes;
}

/** The manual of the package in markdown, without its title. */
export function clientManual(): string {
  return here("README.md").replace(/^# .*\n/, "");
}

function here(file: ClientFile): string {
  return withBase(builtPackages().client[file]);
}

/** A text of the build with the address of this service. */
export function withBase(text: string): string {
  return text.replaceAll(BASE_PLACEHOLDER, env().BASE_URL);
}

const KEPT = "client-package-kept";
/** An integrity as npm sends it with a request for what a lock file holds. */
const SHA512 = /(?:^|\s)sha512-([A-Za-z0-9+/]{86}==)(?:\s|$)/;

/**
 * Leads to the address of the package that has the bytes a lock file names, else to that of the newest one. npm writes the
 * address before the redirect into its lock file, and sends the integrity that it wants; others write the one behind it.
 */
export async function newestPackage({ header }: Pick<Asked, "header">): Promise<Redirect> {
  const newest = current();
  await keep(newest);
  const sha512 = SHA512.exec(header("pacote-integrity") ?? "")?.[1];
  const known = sha512 && sha512 !== newest.sha512 ? await read((sql) => clientPackageWith(sql, sha512)) : null;
  return { to: `/client/${known ?? newest.digest}.tgz`, keep: "ask again", varies: "Pacote-Integrity" };
}

/** The package of an address that names its content. Throws `not_found` for bytes that this service never served. */
export async function packageAt(file: string): Promise<Binary> {
  const [, digest] = /^([0-9a-f]{64})\.tgz$/.exec(file) ?? [];
  if (digest === undefined) throw unknown();
  const newest = current();
  if (digest === newest.digest) await keep(newest);
  const bytes = digest === newest.digest ? newest.bytes : await read((sql) => clientPackageBytes(sql, digest));
  if (!bytes) throw unknown();
  return { type: "application/gzip", key: digest, keep: "a year", bytes: async () => bytes };
}

function current(): ClientPackage {
  const bytes = packedClient();
  return singleton("client-package-digests", () => ({
    bytes,
    digest: createHash("sha256").update(bytes).digest("hex"),
    sha512: createHash("sha512").update(bytes).digest("base64"),
  }));
}

/** Before anybody gets an address, its bytes are stored. While nothing can be stored, it is served all the same. */
async function keep(newest: ClientPackage): Promise<void> {
  try {
    await singleton(KEPT, () => write((sql) => keepClientPackage(sql, newest)));
  } catch (error) {
    forget(KEPT);
    log().warn({ err: String(error) }, "the client package could not be stored; the next request tries again");
  }
}

function unknown(): Problem {
  return new Problem("not_found", {
    detail: "No package of the client has this address: /client.tgz leads to the newest.",
  });
}

const BLOCK = 512;
/** The time that npm gives the files of its packages, so that the same files make the same bytes. */
const MTIME_SECONDS = 499_162_500;
const OS_BYTE = 9;
const UNKNOWN_OS = 255;

/** A file of an archive. Its name has at most 100 ASCII characters. */
export type ArchivedFile = { name: string; text: string; isProgram: boolean };

/**
 * A gzipped tar archive of these files, in this order. The same files make the same bytes wherever they are packed: the
 * compression of Node is another one in each of its releases.
 */
export function archive(files: ArchivedFile[]): Uint8Array {
  const blocks = files.flatMap((file) => {
    const content = Buffer.from(file.text);
    return [header(file, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  const packed = gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9, mtime: 0 });
  packed[OS_BYTE] = UNKNOWN_OS;
  return packed;
}

/** An npm package of these files by their names, made once in each process, with a key for its ETag. `name` is used once. */
export function packed(name: string, make: () => ArchivedFile[]): { bytes: Uint8Array; key: string } {
  return singleton(name, () => {
    const bytes = archive(make().map((file) => ({ ...file, name: `package/${file.name}` })));
    return { bytes, key: sha256(Buffer.from(bytes)).toString("base64") };
  });
}

/** A header of POSIX 1003.1-1990 (ustar). */
function header({ name, isProgram }: ArchivedFile, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  block.write(name, 0, 100, "ascii");
  block.write(octal(isProgram ? 0o755 : 0o644, 8), 100, "ascii");
  block.write(octal(0, 8) + octal(0, 8) + octal(size, 12) + octal(MTIME_SECONDS, 12), 108, "ascii");
  // The checksum counts its own field as blanks.
  block.write("        0", 148, "ascii");
  block.write("ustar\x0000", 257, "ascii");
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "ascii");
  return block;
}
