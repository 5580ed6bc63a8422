import type { Sql } from "@/db/client";

/** A package of the client: `digest` is SHA-256 in hex, `sha512` in base64. */
export type ClientPackage = { digest: string; sha512: string; bytes: Uint8Array };

/** Keeps a package for ever, so that its address and its integrity lead to the same bytes after an upgrade. */
export async function keepClientPackage(sql: Sql, { digest, sha512, bytes }: ClientPackage): Promise<void> {
  await sql`
    insert into client_packages (digest, sha512, bytes)
    values (${digest}, ${sha512}, ${Buffer.from(bytes)})
    on conflict do nothing`;
}

/** The bytes of a package that was served; null for an unknown digest. */
export async function clientPackageBytes(sql: Sql, digest: string): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    select c.bytes from client_packages c where c.digest = ${digest}`;
  return row?.bytes ?? null;
}

/** The digest of the package that has this integrity; null for an unknown one. */
export async function clientPackageWith(sql: Sql, sha512: string): Promise<string | null> {
  const [row] = await sql<{ digest: string }[]>`
    select c.digest from client_packages c where c.sha512 = ${sha512}`;
  return row?.digest ?? null;
}
