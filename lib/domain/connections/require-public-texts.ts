import { read, transaction, write } from "@/db/client";
import { connectionByToken, findRecoveryCode, spendRecoveryCode } from "@/db/queries/connections";
import { expireAppendKey } from "@/db/queries/open-thread";
import { revokeNow } from "@/lib/domain/connections/controls";
import { isStoredCode, partsOf } from "@/lib/domain/connections/recovery-codes";
import type { Context } from "@/lib/domain/context";
import { env } from "@/lib/platform/env";
import { sha256 } from "@/lib/platform/secret";
import { type PublicText, requirePublishable } from "@/lib/text/safety/require-publishable";
import { risksOf } from "@/lib/text/safety/risks";

/**
 * Throws `unsafe_text` (422) when one of these texts may not become public, naming each place and kind. Any tokens and
 * append keys of this service in them are revoked, unless the request is read-only or was sent with that key.
 */
export async function requirePublicTexts(
  ctx: Pick<Context, "connection" | "log" | "request_id">,
  texts: PublicText[],
  { own_append_key, looking = false }: { own_append_key?: string | undefined; looking?: boolean } = {},
): Promise<void> {
  try {
    await requirePublishable(texts);
  } catch (refusal) {
    if (!looking)
      await revokeShownKeys(
        ctx,
        texts.map(({ text }) => text),
        own_append_key,
      );
    throw refusal;
  }
}

const KEYS = /(?<![A-Za-z0-9])(?:[ca]k_[A-Za-z0-9_-]{43}|rc_[A-Za-z0-9_-]{44})(?![A-Za-z0-9])/g;
const KEYS_MAX = 5;
const SERVICE = { name: "Cairn", connection_id: null };
const REASON = "Its token stood in a text that somebody wanted to publish, so it is no longer secret.";

/**
 * Revokes our own tokens, recovery codes and append keys found in texts meant for the public: their author has disclosed them. A key
 * that its owner sent with the same request is left alone, because nobody else has seen it.
 */
async function revokeShownKeys(
  ctx: Pick<Context, "connection" | "log" | "request_id">,
  texts: string[],
  own_append_key?: string,
): Promise<void> {
  const shown = new Set(texts.flatMap((text) => text.match(KEYS) ?? []));
  for (const key of [...shown].slice(0, KEYS_MAX)) {
    if (key === own_append_key) continue;
    const revoked = await revoke(ctx, key);
    if (revoked) ctx.log.warn({ request_id: ctx.request_id }, "revoked a key of ours that appeared in a text");
  }
}

async function revoke(ctx: Pick<Context, "connection">, key: string): Promise<boolean> {
  if (key.startsWith("ak_")) return write((sql) => expireAppendKey(sql, sha256(key)));
  return key.startsWith("rc_") ? spendCode(key) : revokeOwner(ctx, key);
}

/** The connection stays: its owner has the token and the other codes. */
async function spendCode(code: string): Promise<boolean> {
  const parts = partsOf(code);
  const stored = await read((sql) => findRecoveryCode(sql, parts.code_id));
  if (!stored || !(await isStoredCode(parts, stored))) return false;
  return (await write((sql) => spendRecoveryCode(sql, stored.code_id, stored.connection_id))) !== null;
}

async function revokeOwner(ctx: Pick<Context, "connection">, token: string): Promise<boolean> {
  const owner = await read((sql) => connectionByToken(sql, sha256(token)));
  if (!owner || owner.connection_id === ctx.connection?.connection_id) return false;
  const { connection_id } = owner;
  const revoked = await transaction((sql) => revokeNow(sql, SERVICE, { connection_id, reason: REASON }));
  return revoked !== null && revoked !== "already";
}

/** What the texts of a message make an agent able to do: ids of rules. None where nothing waits (`QUARANTINE=off`). */
export function riskLabelsOf(texts: ReadonlyArray<string | null | undefined>): string[] {
  if (env().QUARANTINE === "off") return [];
  return [...new Set(texts.flatMap((text) => (text ? risksOf(text).map(({ rule }) => rule) : [])))].sort();
}
