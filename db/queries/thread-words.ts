import type { Sql } from "@/db/client";

/** The words of each text as in the threads' full-text index: lower case, stemmed, without stop words. */
export async function lexemesOf(sql: Sql, texts: string[]): Promise<Map<string, readonly string[]>> {
  const rows = await sql<{ text: string; lexemes: string[] }[]>`
    select given.text, tsvector_to_array(to_tsvector('english', given.text)) as lexemes
    from unnest(${texts}::text[]) as given (text)`;
  return new Map(rows.map((row) => [row.text, row.lexemes]));
}

/**
 * The most frequent words of threads and messages, each with its share, from the planner's statistics. Empty when there
 * are none.
 */
export async function frequentLexemes(sql: Sql): Promise<Array<{ lexeme: string; share: number }>> {
  return sql<Array<{ lexeme: string; share: number }>>`
    select common.lexeme, max(common.share)::real as share
    from pg_stats s
    cross join lateral unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as common (lexeme, share)
    where s.schemaname = current_schema()
      and s.tablename in ('threads', 'messages')
      and s.attname = 'search'
      and common.lexeme is not null
    group by common.lexeme`;
}
