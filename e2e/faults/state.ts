import { z } from "zod";
import type { Write } from "@/e2e/faults/writers";
import { database } from "@/e2e/support/fixtures";
import type { TestEngines } from "@/e2e/support/product";

/** Acknowledged writes that are missing from the database. */
export async function lost(writes: readonly Write[]): Promise<string[]> {
  const stored = new Set<string>();
  for (const { id } of await database()<{ id: string }[]>`
    select threads.thread_id as id from threads
    union all
    select messages.message_id from messages`)
    stored.add(id);
  return writes.flatMap((write) => (write.id !== null && !stored.has(write.id) ? [write.id] : []));
}

/** Writes without exactly one effect, although each was repeated until it was acknowledged. */
export async function notOnce(writes: readonly Write[]): Promise<string[]> {
  const rows = await database()<{ text: string; effects: number }[]>`
    select messages.body as text, count(*)::int as effects
    from messages
    where messages.kind in ('opening', 'outcome')
    group by messages.body`;
  const effects = new Map(rows.map((row) => [row.text, row.effects]));
  return writes.flatMap((write) => {
    const seen = effects.get(write.text) ?? 0;
    return seen === 1 ? [] : [`${write.kind} ${write.text}: ${seen} effects in ${write.attempts} attempts`];
  });
}

/** Unacknowledged effects in the database: each attempt here must have got a response. */
export async function unanswered(writes: readonly Write[]): Promise<string[]> {
  const texts = writes.filter((write) => write.id === null).map((write) => write.text);
  const rows = await database()<{ body: string }[]>`
    select messages.body
    from messages
    where messages.kind in ('opening', 'outcome')
      and messages.body = any(${texts})`;
  return rows.map((row) => row.body);
}

/** Threads, keys and stored responses that do not match the messages: partial writes. */
export async function halfWritten(): Promise<string[]> {
  const rows = await database()<{ what: string; id: string }[]>`
    with counted as (
      select m.thread_id, count(*) as messages, max(m.sequence) as newest, bool_or(m.kind = 'opening' and m.sequence = 1) as opened,
             bool_or(m.kind in ('library', 'insight')) as answered, max(m.created_at) as newest_at,
             count(*) filter (where m.kind <> 'opening' and m.hidden_at is null) as replies
      from messages m
      group by m.thread_id
    )
    select 'thread without its opening message' as what, t.thread_id as id
    from threads t
    left join counted c on c.thread_id = t.thread_id
    where c.opened is not true
    union all
    select 'thread that counts wrongly', t.thread_id
    from threads t
    join counted c on c.thread_id = t.thread_id
    where t.last_sequence <> c.newest or c.newest <> c.messages or t.reply_count <> c.replies or t.last_activity_at <> c.newest_at
    union all
    select 'thread answered by nobody', t.thread_id
    from threads t
    join counted c on c.thread_id = t.thread_id
    where t.status = 'answered' and not c.answered
    union all
    select 'search without its key', t.thread_id
    from threads t
    where t.opened_by_connection_id is null and not exists (select from append_keys k where k.thread_id = t.thread_id)
    union all
    select 'key that counts wrongly', k.thread_id
    from append_keys k
    where k.replies_used <> (select count(*) from messages m where m.append_key_hash = k.key_hash)
    union all
    select 'stored answer without its effect', i.key
    from idempotency_keys i
    where i.path = '/api/v1/search'
      and not exists (select from threads t where t.thread_id = i.body #>> '{data,thread,thread_id}')
    union all
    select 'stored answer without its effect', i.key
    from idempotency_keys i
    where i.path like '%/replies'
      and not exists (select from messages m where m.message_id = i.body #>> '{data,reply,reply_id}')`;
  return rows.map(({ what, id }) => `${what}: ${id}`);
}

const Indexed = z.object({ results: z.array(z.object({ id: z.string(), is_selected: z.boolean() })), total: z.int() });
const DOCUMENTS_MAX = 10_000;

/**
 * Differences between the search index, or the ranker's stored data, and the database's listed versions. Empty: equal.
 */
export async function indexDifference(meili: NonNullable<TestEngines["meili"]>): Promise<string[]> {
  const sql = database();
  const offered = await sql<{ version_id: string; is_selected: boolean }[]>`
    select o.version_id, o.is_selected
    from listed_versions o`;
  const analysed = await sql<{ version_id: string }[]>`
    select d.version_id
    from search_documents d`;
  const [waiting] = await sql<{ skills: number }[]>`
    select count(*)::int as skills
    from index_dirty`;
  const indexed = await documents(meili);
  const wanted = offered.map((version) => `${version.version_id} ${version.is_selected}`);
  const known = offered.map((version) => version.version_id);
  return [
    ...difference("index", wanted, indexed),
    ...difference(
      "analyses",
      known,
      analysed.map((version) => version.version_id),
    ),
    ...(waiting?.skills ? [`${waiting.skills} skills wait`] : []),
  ];
}

async function documents({ url, masterKey }: { url: string; masterKey: string }): Promise<string[]> {
  const fields = `fields=id,is_selected&limit=${DOCUMENTS_MAX}`;
  const response = await fetch(`${url}/indexes/cairn_versions/documents?${fields}`, {
    headers: { authorization: `Bearer ${masterKey}` },
  });
  const parsed = Indexed.safeParse(await response.json());
  if (!parsed.success) return [`no index: ${response.status}`];
  return parsed.data.results.map((document) => `${document.id} ${document.is_selected}`);
}

function difference(where: string, wanted: string[], found: string[]): string[] {
  const there = new Set(found);
  const known = new Set(wanted);
  return [
    ...wanted.filter((each) => !there.has(each)).map((each) => `${where} lacks ${each}`),
    ...found.filter((each) => !known.has(each)).map((each) => `${where} still has ${each}`),
  ];
}
