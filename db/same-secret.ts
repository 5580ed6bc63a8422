import type postgres from "postgres";
import { inTransaction } from "@/db/transaction";
import { seal } from "@/lib/platform/secret";

/**
 * Throws one sentence when this database was first started with another CAIRN_SECRET: its cursors would be refused, and
 * a replayed search would return an append key that fits no thread. The first start stores the value that later starts
 * compare with.
 */
export async function requireSameSecret(sql: postgres.Sql): Promise<void> {
  const mine = seal("fingerprint");
  await sql`insert into secret_fingerprint (fingerprint) values (${mine}) on conflict (only_row) do nothing`;
  const [stored] = await sql<{ same: boolean }[]>`
    select secret_fingerprint.fingerprint = ${mine}::bytea as same
    from secret_fingerprint`;
  if (stored?.same) return;
  throw new Error(
    "CAIRN_SECRET is not the one that this database was used with: its cursors and replayed searches would no longer work. " +
      "Set the former one (without the variable it is the file `secret` in the former data folder), or change it for good with `npm run accept-secret`.",
  );
}

/** Everything that a change of the secret invalidates. */
export const ENDS = [
  "cursors of lists and feeds: clients that are paging through a list start again",
  "stored answers of searches: the same request with the same Idempotency-Key opens a new thread",
  "networks of reporters: an outcome from a network that has reported before counts as one of another network",
];

/**
 * Makes the current CAIRN_SECRET the one of this database; false when it already is. `ENDS` lists the consequences.
 * Append keys that clients hold keep working, because they are looked up by hash. Stop instances with the former secret
 * first.
 */
export async function acceptSecret(sql: postgres.Sql): Promise<boolean> {
  const mine = seal("fingerprint");
  return inTransaction(sql, async (tx) => {
    const changed = await tx`
      insert into secret_fingerprint (fingerprint) values (${mine})
      on conflict (only_row) do update
        set fingerprint = excluded.fingerprint, set_at = now_ms()
        where secret_fingerprint.fingerprint <> excluded.fingerprint`;
    if (changed.count === 0) return false;
    // A stored answer omits its append key; a key rederived with the new secret would match no stored hash.
    await tx`delete from idempotency_keys where idempotency_keys.body #>> '{data,thread,thread_id}' is not null`;
    return true;
  });
}
