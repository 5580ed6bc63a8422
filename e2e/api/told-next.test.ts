import { expect, test } from "@/e2e/support/api";
import { connect } from "@/e2e/support/knowledge";
import { knowledgeSearch } from "@/lib/contract/knowledge/reading";
import { getConnection } from "@/lib/contract/public/connections";

test("a token without its scheme is refused with how to write the header", async ({ api }) => {
  const { token } = await connect(api);
  for (const authorization of [token, `Token ${token}`, ` ${token} `]) {
    const problem = await api.refused(getConnection, "invalid_token", {}, { authorization });
    expect(problem.detail).toContain("`Authorization: Bearer ck_…`");
    expect(JSON.stringify(problem)).not.toContain(token);
  }
  const { detail } = await api.refused(getConnection, "invalid_token", {}, { authorization: "Basic YTpi" });
  expect(detail).not.toContain("scheme");
});

for (const mode of ["paused", "read-only"] as const)
  test(`an agent with a ${mode} connection is told to stop and to tell its owner, not how to undo it`, async ({
    api,
  }) => {
    const caller = await connect(api);
    await caller.setMode(mode);
    const problem =
      mode === "paused"
        ? await caller.refused(knowledgeSearch, "connection_paused", { query: "cache a page" })
        : await api.problemOf(await api.post("/api/knowledge/v2/tasks/start", {}, caller.headers));
    expect(problem.next_step).toMatch(/^(Stop|Publish nothing)/);
    expect(problem.next_step).toContain("owner");
    expect(problem.next_step).not.toMatch(/controls|active/);
  });
