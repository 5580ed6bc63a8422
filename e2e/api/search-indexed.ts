import { expect } from "@/e2e/support/api";
import { database } from "@/e2e/support/fixtures";

/** Waits until the search index contains the current state of these skills. */
export async function indexed(...skill_ids: string[]): Promise<void> {
  const waiting = async () => {
    const [row] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from index_dirty
      where index_dirty.entity_id = any(${skill_ids})`;
    return row?.count;
  };
  await expect.poll(waiting, { message: "the index has read the skills" }).toBe(0);
}
