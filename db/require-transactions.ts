import { breakOff, dedicatedConnection } from "@/db/connect";

/**
 * Throws one sentence when a pooler at this address runs no transactions, as PgBouncer in statement mode: nothing could be
 * stored as a whole. Other errors of the database pass through.
 */
export async function requireTransactions(url: string): Promise<void> {
  const sql = dedicatedConnection({ url });
  try {
    await sql.unsafe("begin");
    await sql.unsafe("commit");
  } catch (error) {
    if (!(error instanceof Error && /statement pooling/.test(error.message))) throw error;
    throw new Error(
      "The pooler in DATABASE_URL is in statement mode, in which no transaction can run: set pool_mode = transaction or session in PgBouncer, or name Postgres itself in DATABASE_URL.",
      { cause: error },
    );
  } finally {
    await breakOff(sql);
  }
}
