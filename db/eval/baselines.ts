import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import type { LabelledQuery } from "@/db/eval/labelled-queries";
import { indexingClient } from "@/lib/search/engine";
import { termsOf } from "@/lib/search/terms";

export type Text = { skill_id: string; folder: string; title: string; description: string; markdown: string };
/** Results of a simpler search, best first. */
export type Found = { ranked: string[]; score: number };
export type Baseline = { name: string; ask(query: LabelledQuery): Promise<Found>; close(): Promise<void> };

const DEPTH = 5;
const TASK_MS_MAX = 300_000;

/** Meilisearch with default settings over title, description and markdown. Null when there is no Meilisearch. */
export async function plainMeilisearch(texts: readonly Text[]): Promise<Baseline | null> {
  const client = indexingClient();
  if (client === null) return null;
  const name = `plain_${randomBytes(6).toString("hex")}`;
  const documents = texts.map(({ folder, title, description, markdown }, id) => {
    return { id, folder, title, description, markdown };
  });
  const index = client.index<{ id: number; folder: string }>(name);
  const task = await index.addDocuments(documents, { primaryKey: "id" });
  await client.tasks.waitForTask(task.taskUid, { timeout: TASK_MS_MAX });
  return {
    name: "Meilisearch, default settings",
    async ask({ query }) {
      const { hits } = await index.search(query, { limit: DEPTH, showRankingScore: true });
      return { ranked: hits.map((hit) => hit.folder), score: hits[0]?._rankingScore ?? 0 };
    },
    async close() {
      await client.deleteIndex(name);
    },
  };
}

/** Postgres full text: weighted fields, any of the words, ranked by cover density with length normalisation. */
export async function postgresFullText(sql: postgres.Sql, folderOf: ReadonlyMap<string, string>): Promise<Baseline> {
  await sql`
    create table eval_texts as
    select o.skill_id,
           setweight(to_tsvector('english', o.title), 'A') || setweight(to_tsvector('english', o.description), 'B')
             || setweight(to_tsvector('english', o.markdown), 'D') as words
    from offered_versions o
    where o.is_selected`;
  return {
    name: "Postgres full text, any word",
    async ask({ query }) {
      const rows = await sql<{ skill_id: string; rank: number }[]>`
        with asked as (
          select replace(plainto_tsquery('english', ${query})::text, ' & ', ' | ')::tsquery as words
        )
        select t.skill_id, ts_rank_cd(t.words, asked.words, 1) as rank
        from eval_texts t
        cross join asked
        where t.words @@ asked.words
        order by rank desc, t.skill_id
        limit ${DEPTH}`;
      return { ranked: rows.map((row) => folderOf.get(row.skill_id) ?? ""), score: rows[0]?.rank ?? 0 };
    },
    async close() {
      await sql`drop table eval_texts`;
    },
  };
}

const FIELD_WEIGHTS = { title: 4, description: 2, markdown: 1 } as const;
const FIELDS = ["title", "description", "markdown"] as const;
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** BM25F with our tokens and stems and its usual constants, without the rest of our ranking. */
export async function bm25f(texts: readonly Text[]): Promise<Baseline> {
  const counted = texts.map((text) => ({ folder: text.folder, fields: FIELDS.map((field) => termsOf(text[field])) }));
  const means = FIELDS.map((_, field) => mean(counted.map(({ fields }) => fields[field]?.length ?? 0)));
  const documents = counted.map(({ folder, fields }) => {
    const weights = new Map<string, number>();
    fields.forEach((terms, index) => {
      const field = FIELDS[index];
      const norm = 1 - LENGTH_SHARE + (LENGTH_SHARE * terms.length) / (means[index] || 1);
      if (field) for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + FIELD_WEIGHTS[field] / norm);
    });
    return { folder, weights };
  });
  const having = new Map<string, number>();
  for (const { weights } of documents) for (const term of weights.keys()) having.set(term, (having.get(term) ?? 0) + 1);
  const rarity = (term: string) => {
    const count = having.get(term) ?? 0;
    return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
  };
  return {
    name: "BM25F",
    async ask({ query }) {
      const terms = [...new Set(termsOf(query))];
      const scored = documents
        .map(({ folder, weights }) => {
          const parts = terms.map((term) => {
            const weight = weights.get(term) ?? 0;
            return (rarity(term) * weight) / (SATURATION + weight);
          });
          return { folder, score: parts.reduce((sum, part) => sum + part, 0) };
        })
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, DEPTH);
      return { ranked: scored.map(({ folder }) => folder), score: scored[0]?.score ?? 0 };
    },
    async close() {},
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
