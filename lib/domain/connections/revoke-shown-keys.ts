import { read, transaction, write } from "@/db/client";
import { expireAppendKey } from "@/db/queries/append-keys";
import { connectionByToken } from "@/db/queries/connections";
import { revokeNow } from "@/lib/domain/connections/revoke-connection";
import type { Context } from "@/lib/domain/context";
import { sha256 } from "@/lib/platform/secret";

const KEYS = /(?<![A-Za-z0-9])([ca]k)_[A-Za-z0-9_-]{43}(?![A-Za-z0-9])/g;
const KEYS_MAX = 5;
const SERVICE = { name: "Cairn", connection_id: null };
const REASON = "Its token stood in a text that somebody wanted to publish, so it is no longer secret.";

/**
 * Revokes our own tokens and append keys found in texts meant for the public: their author has disclosed them. A key
 * that its owner sent with the same request is left alone, because nobody else has seen it.
 */
export async function revokeShownKeys(
  ctx: Pick<Context, "connection" | "log" | "request_id">,
  texts: string[],
  own_append_key?: string,
): Promise<void> {
  const shown = new Set(texts.flatMap((text) => text.match(KEYS) ?? []));
  for (const key of [...shown].slice(0, KEYS_MAX)) {
    if (key === own_append_key) continue;
    const revoked = key.startsWith("ak_")
      ? await write((sql) => expireAppendKey(sql, sha256(key)))
      : await revokeOwner(ctx, key);
    if (revoked) ctx.log.warn({ request_id: ctx.request_id }, "revoked a key of ours that appeared in a text");
  }
}

async function revokeOwner(ctx: Pick<Context, "connection">, token: string): Promise<boolean> {
  const owner = await read((sql) => connectionByToken(sql, sha256(token)));
  if (!owner || owner.connection_id === ctx.connection?.connection_id) return false;
  const { connection_id } = owner;
  const revoked = await transaction((sql) => revokeNow(sql, SERVICE, { connection_id, reason: REASON }));
  return revoked !== null && revoked !== "already";
}
