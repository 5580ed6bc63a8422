import { expect, test } from "@/e2e/support/api";
import { word } from "@/e2e/support/fixtures";
import { connect } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { listDecisions } from "@/lib/contract/public/log";
import * as contracts from "@/lib/contract/public/sources";
import { getSource, listSources } from "@/lib/contract/public/sources";
import { newId } from "@/lib/platform/ids";

const reason = "Many ask for it.";

test("a maintainer adds, pauses, runs and removes a source, which everybody reads with its decisions", async ({
  api,
}) => {
  const chief = await maintainer(api);
  const address = `npm:@${word()}/pump`;
  const { data: source } = await chief.ok(contracts.addSource, { address, range: ">=1 <2", reason });
  expect(source).toMatchObject({ kind: "npm", address, range: ">=1 <2", minors: null, state: "active", skills: 0 });
  const { source_id } = source;
  // The same again is the same source, also in parallel.
  const again = await Promise.all([1, 2, 3].map(() => chief.ok(contracts.addSource, { address, reason })));
  expect(new Set(again.map(({ data }) => data.source_id))).toEqual(new Set([source_id]));

  expect((await chief.ok(contracts.pauseSource, { source_id, reason })).data.state).toBe("paused");
  await chief.refused(contracts.runSource, "invalid_transition", { source_id, reason });
  expect((await chief.ok(contracts.pauseSource, { source_id, paused: false, reason })).data.state).toBe("active");
  await chief.ok(contracts.runSource, { source_id, reason });
  expect((await api.ok(getSource, { source_id })).data).toMatchObject({ source_id, address, report: [] });
  const found: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await api.ok(listSources, { limit: 100, ...(cursor ? { cursor } : {}) });
    found.push(...page.data.map((each) => each.source_id));
    cursor = page.next_cursor;
  }
  expect(found.filter((each) => each === source_id)).toHaveLength(1);
  const page = await (await fetch(`${api.base}/sources/${source_id}`)).text();
  expect(page).toContain(address);

  expect((await chief.ok(contracts.removeSource, { source_id, reason })).data.state).toBe("removed");
  await chief.refused(contracts.removeSource, "not_found", { source_id, reason });
  const { data: decisions } = await api.ok(listDecisions, { kind: "source", limit: 100 });
  const whats = decisions.filter(({ details }) => details.source_id === source_id).map(({ details }) => details.what);
  expect(whats).toEqual(["removed", "run", "resumed", "paused", "added"]);
});

test("nobody else may, and what is no source is refused in words", async ({ api }) => {
  const [chief, member] = [await maintainer(api), await connect(api)];
  const address = `npm:@${word()}/pump`;
  await member.refused(contracts.addSource, "maintainer_required", { address, reason });
  await api.refused(contracts.addSource, "authentication_required", { address, reason });
  for (const wrong of [
    "npm:",
    "npm:../../etc",
    "npm:@a/b/c",
    "npm:A",
    "https://user:secret@example.org/",
    "file:///etc",
    "folder:/etc",
    "./skills",
    "pump",
  ])
    await chief.refused(contracts.addSource, "validation_failed", { address: wrong, reason });
  await chief.refused(contracts.addSource, "validation_failed", { address, range: "newest", reason });
  await chief.refused(contracts.runSource, "not_found", { source_id: newId("src"), reason });
  await api.refused(getSource, "not_found", { source_id: newId("src") });
});
