import { createHash } from "node:crypto";
import { read, write } from "@/db/client";
import { type ClientPackage, clientPackageBytes, clientPackageWith, keepClientPackage } from "@/db/queries/files";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { forget, singleton } from "@/lib/platform/singleton";
import { packedClient } from "@/lib/server/formats/client/serve";
import type { Asked, Binary, Redirect } from "@/lib/server/formats/document";

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
