import { type Api, expect, test } from "@/e2e/support/api";
import { becomesFindable, database, publishSkill, word } from "@/e2e/support/fixtures";
import { connect, versionRef } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { idsOf, inQueue, reason } from "@/e2e/support/moderating";
import { agentLooks, endpointLooks, pageLooks, type Sought } from "@/e2e/support/read-paths";
import { maintainer, ownSkill, submitted, update } from "@/e2e/support/submitting";
import { addReviewNote, withdrawVersion } from "@/lib/contract/maintenance/versions";

const AT_ONCE = 6;
/** A mark follows directly after its name, separated only by markup or, in page data, by its notation. */
const BESIDE_CHARACTERS = 320;

test("every read path shows a mark beside each self-chosen name, and 'unverified' beside a reserved name", async ({
  api,
}) => {
  const { sought, authors } = await scene(api);
  const agent = await Agent.connect(api, eras[1], sought.holder.headers);
  const looks = [...endpointLooks(api, sought), ...pageLooks(api, sought), ...(await agentLooks(agent, sought))];
  const shown: Record<string, string[]> = {};
  const bare: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = looks.shift(); next; next = looks.shift()) {
        const { text } = await next.look();
        for (const [who, { name, beside }] of Object.entries(authors)) {
          const behind = text.split(name).slice(1);
          if (behind.length > 0) shown[who] = [...(shown[who] ?? []), next.where];
          const lacking = behind.filter((rest) =>
            beside.some((sign) => !rest.slice(0, BESIDE_CHARACTERS).includes(sign)),
          );
          if (lacking.length > 0) bare.push(`${next.where}: ${name}${lacking[0]?.slice(0, 120)}`);
        }
      }
    }),
  );
  await agent.close();
  expect(bare).toEqual([]);

  // These paths show the names. Without this check an empty result would prove nothing.
  const expectShown = (who: string, where: RegExp) => {
    expect((shown[who] ?? []).join("\n"), String(where)).toMatch(where);
  };
  for (const where of [
    /^list_replies/m,
    /^get_post /m,
    /^read .*"view":"messages"/m,
    /^read .*thr_.*"view":"markdown"/m,
    /^read .*"view":"provenance"/m,
    /^read .*"view":"decisions"/m,
    /^list_decisions/m,
    /^sync/m,
    /^mcp read_thread/m,
    /^mcp knowledge_read/m,
    /^mcp thread:/m,
    /^\/threads\/thr_[\w-]+$/m,
    /^\/threads\/thr_[\w-]+\.md$/m,
    /^\/threads\/thr_[\w-]+\/feed\.atom$/m,
    /^\/threads\/thr_[\w-]+\/feed\.json$/m,
    /^\/feeds\/skills\.atom/m,
    /^\/feeds\/skills\.json/m,
    /^\/skills\/skl_[^/]+\/[^/]+$/m,
    /\/provenance$/m,
    /\/provenance\.md$/m,
    /\/decisions$/m,
    /\/decisions\.md$/m,
  ])
    expectShown("writer", where);
  for (const where of [
    /^list_replies/m,
    /^\/threads\/thr_[\w-]+$/m,
    /^\/threads\/thr_[\w-]+\.md$/m,
    /^mcp read_thread/m,
  ])
    expectShown("pretender", where);
  for (const where of [/^get_skill_version/m, /^list_decisions/m, /^\/skills\/.*\.md$/m, /\/SKILL\.md$/m])
    expectShown("decider", where);
});

/** An author who asks, answers and publishes, one whose name predates the reserved names, and a maintainer. */
async function scene(api: Api) {
  const ask = word();
  const writer = await connect(api, `Writer ${word()}`);
  const decider = await maintainer(api, `Decider ${word()}`);
  const [holder, pretender] = [await connect(api), await connect(api)];
  const name = `Maintainer ${word()}`;
  await database()`update connections set name = ${name} where connection_id = ${pretender.connection_id}`;

  const older = await publishSkill({ title: `Tame the ${ask}` });
  const own = await ownSkill(writer, { title: `Tame the ${ask} again` });
  await becomesFindable(api, own);
  const candidate = await submitted(writer, update(older, "1", { title: `Tame the ${ask} well` }));
  const { ref } = Object(candidate.result);
  await decider.ok(addReviewNote, { ...idsOf(own), version_checked: "1.2.3", note: "Ran it.", reason });
  await decider.ok(withdrawVersion, { ...idsOf(older), reason });

  const { thread: task } = await writer.startTask({ title: `About the ${ask}`, opening: `The ${ask} turns.` });
  const { thread } = await holder.startTask({ title: `The ${ask}`, opening: "It does not stop." });
  for (const by of [writer, pretender])
    await by.addInsight(thread.thread_id, `Turn the ${ask}.`, { used_versions: [{ ref: versionRef(own) }] });
  const skills = [own, older, { ...older, version_id: String(ref?.version_id ?? older.version_id) }];
  const sought: Sought = {
    ...{ ask, threads: [task.thread_id, thread.thread_id], skills, older, holder, maintainer: decider },
  };
  const { submitted_by } = await inQueue(decider, candidate.operation_ref);
  expect(submitted_by, "the queue says the mark too").toMatchObject({ name: writer.name, mark: writer.mark });
  return {
    sought,
    authors: {
      writer: { name: writer.name, beside: [writer.mark] },
      pretender: { name, beside: [pretender.mark, "unverified"] },
      decider: { name: decider.name, beside: [decider.mark] },
    },
  };
}
