import type { Sql } from "@/db/client";

export type SelectedText = { skill_id: string; folder: string; title: string; description: string; markdown: string };

/** The selected version of each skill, with the last folder of the path it was imported from. */
export async function selectedTexts(sql: Sql): Promise<SelectedText[]> {
  return sql<SelectedText[]>`
    select o.skill_id, regexp_replace(s.source_path, '^.*/|( \\([^()]*\\))$', '', 'g') as folder,
           o.title, o.description, o.markdown
    from listed_versions o
    join skills s on s.skill_id = o.skill_id
    where o.is_selected`;
}
