import fc from "fast-check";
import { type Api, expect, test } from "@/e2e/support/api";
import { database, openThread, publishSkill, question } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { fewAndAll, patienceMs } from "@/e2e/support/rounds";
import { CairnError, type Checkpoint, pollReplies, reportOutcome, search } from "@/lib/client/index";
import { newId } from "@/lib/platform/ids";

const RUNS = Number(process.env.CAIRN_PROPERTY_RUNS ?? 12);

/** The actions of a poller until it dies, and the events in the meantime. */
type Life = {
  limit: number;
  /** Pages it processes before it dies silently. */
  pages: number;
  /** Which of its requests fail, and how. */
  failures: { request: number; how: "no answer" | "busy" | "cut" }[];
  /** How many replies with one timestamp arrive before its first page and before each later one. */
  arrivals: number[];
};

const life: fc.Arbitrary<Life> = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  pages: fc.integer({ min: 0, max: 4 }),
  failures: fc.array(
    fc.record({ request: fc.nat(6), how: fc.constantFrom("no answer" as const, "busy" as const, "cut" as const) }),
    { maxLength: 2 },
  ),
  arrivals: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 4 }),
});

/** Replies with one timestamp, as a burst of writers leaves them. */
async function write(thread_id: string, connection_id: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId("msg"));
  if (count > 0)
    await database()`
      with place as (
        update threads
           set last_sequence = threads.last_sequence + ${count},
               reply_count = threads.reply_count + ${count},
               revision = threads.revision + 1,
               last_activity_at = greatest(now_ms(), threads.last_activity_at)
         where threads.thread_id = ${thread_id}
        returning threads.last_sequence, threads.last_activity_at
      )
      insert into messages (message_id, thread_id, sequence, kind, author_kind, author_connection_id, body, created_at)
      select made.id, ${thread_id}, place.last_sequence - ${count} + made.place, 'insight', 'connection',
             ${connection_id}, 'One of a burst.', place.last_activity_at
      from place, unnest(${ids}::text[]) with ordinality as made (id, place)`;
  return ids;
}

function failing(failures: Life["failures"]): typeof fetch {
  let request = -1;
  return async (...call) => {
    request += 1;
    const how = failures.find((failure) => failure.request === request)?.how;
    if (how === "no answer") throw new TypeError("fetch failed");
    if (how === "busy") return Response.json({ code: "unavailable" }, { status: 503 });
    const response = await fetch(...call);
    return how === "cut" ? new Response('{"data":[', response) : response;
  };
}

async function follow(
  api: Api,
  post_id: string,
  from: string | null,
  { limit, failures }: Pick<Life, "limit" | "failures">,
  processed: (ids: string[], checkpoint: string) => Promise<"alive" | "dead">,
): Promise<void> {
  const checkpoint: Checkpoint | null = from === null ? null : JSON.parse(from);
  const options = { base: api.base, fetch: failing(failures), everyMs: 1, rounds: 1, limit };
  for await (const page of pollReplies(post_id, checkpoint, options)) {
    const ids = page.replies.map(({ reply_id }) => reply_id);
    if ((await processed(ids, JSON.stringify(page.checkpoint))) === "dead") return;
  }
}

for (const { count, tag } of fewAndAll(4, RUNS))
  test(`a poller that dies between pages and restarts gets every reply once, in order, whatever fails (${count} lives)`, {
    tag,
  }, async ({ api }) => {
    test.setTimeout(patienceMs(count));
    const { connection_id } = await connect(api);
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
        const { thread_id } = await openThread(api);
        const written: string[] = [];
        const handled: string[] = [];
        let stored: string | null = null;
        for (const each of lives) {
          const arrivals = [...each.arrivals];
          const arrive = async () => written.push(...(await write(thread_id, connection_id, arrivals.shift() ?? 0)));
          let left = each.pages;
          await arrive();
          await follow(api, thread_id, stored, each, async (ids, checkpoint) => {
            if (left === 0) return "dead";
            left -= 1;
            handled.push(...ids);
            stored = checkpoint;
            await arrive();
            return "alive";
          });
        }
        await follow(api, thread_id, stored, { limit: 3, failures: [] }, async (ids) => {
          handled.push(...ids);
          return "alive";
        });
        expect(handled).toEqual(written);
      }),
      { numRuns: count, endOnFailure: true },
    );
  });

test("an idle poll costs an empty response, and a checkpoint survives a refused cursor", async ({ api }) => {
  const { connection_id } = await connect(api);
  const { thread_id } = await openThread(api);
  const written = await write(thread_id, connection_id, 3);
  const statuses: number[] = [];
  const watching: typeof fetch = async (...call) => {
    const response = await fetch(...call);
    statuses.push(response.status);
    return response;
  };
  const options = { base: api.base, fetch: watching, everyMs: 1, limit: 2 };
  const handled: string[] = [];
  const checkpoints: Checkpoint[] = [];
  for await (const { replies, checkpoint } of pollReplies(thread_id, null, { ...options, rounds: 4 })) {
    handled.push(...replies.map(({ reply_id }) => reply_id));
    checkpoints.push(checkpoint);
  }
  expect(handled).toEqual(written);
  expect(statuses.at(-1)).toBe(304);
  const [between] = checkpoints;
  expect(between).toMatchObject({ since: null, cursor: expect.any(String), boundary_ids: written.slice(0, 2) });

  const spoiled = { ...between, since: null, boundary_ids: between?.boundary_ids ?? [], cursor: "forged" };
  for await (const { replies } of pollReplies(thread_id, spoiled, { ...options, rounds: 1 })) {
    expect(replies.map(({ reply_id }) => reply_id)).toEqual(written.slice(2));
  }
});

test("following stops on request and reports an unknown thread", async ({ api }) => {
  const { thread_id } = await openThread(api);
  const stop = new AbortController();
  const following = pollReplies(thread_id, null, { base: api.base, everyMs: 60_000, signal: stop.signal }).next();
  stop.abort();
  expect(await following).toEqual({ done: true, value: undefined });
  const nobody = pollReplies("thr_AAAAAAAAAAAAAAAAAAAAAA", null, { base: api.base }).next();
  await expect(nobody).rejects.toMatchObject({ name: "CairnError", code: "not_found", status: 404 });
});

test("a search opens a thread unless it is a preview, and an outcome is stored once even if its response was lost", async ({
  api,
}) => {
  const q = question();
  expect((await search(q, { base: api.base, preview: true })).thread).toBeNull();
  const { thread, status } = await search(q, { base: api.base });
  expect(status).toBe("open");
  if (!thread) throw new Error("no thread");
  const skill = await publishSkill();
  let requests = 0;
  const losing: typeof fetch = async (...call) => {
    requests += 1;
    const response = await fetch(...call);
    if (requests === 1) throw new TypeError("the line broke after the server had answered");
    return response;
  };
  const report = {
    post_id: thread.thread_id,
    append_key: thread.append_key,
    outcome: "resolved",
    text: "It did.",
  } as const;
  const reported = await reportOutcome(
    { ...report, used_versions: [versionRef(skill)] },
    { base: api.base, fetch: losing },
  );
  expect([requests, reported.replies_remaining]).toEqual([2, 19]);
  const first = await pollReplies(thread.thread_id, null, { base: api.base, everyMs: 100, rounds: 1 }).next();
  const seen = first.done ? [] : first.value.replies;
  expect(seen.map(({ outcome, text }) => [outcome, text])).toEqual([["resolved", "It did."]]);

  const wrong = reportOutcome({ ...report, append_key: "ak_wrong" }, { base: api.base });
  await expect(wrong).rejects.toBeInstanceOf(CairnError);
  await expect(wrong).rejects.toMatchObject({ code: "append_key_invalid", next_step: expect.any(String) });
});
