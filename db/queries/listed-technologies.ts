import type { Sql } from "@/db/client";

/** Whether any listed version names this technology (a normalised name). */
export async function isTechnologyListed(sql: Sql, technology: string): Promise<boolean> {
  const [row] = await sql<Array<{ listed: boolean }>>`
    select exists (
      select from listed_traits t
      where t.technologies @> array[${technology}::text]
    ) as listed`;
  return row?.listed ?? false;
}
