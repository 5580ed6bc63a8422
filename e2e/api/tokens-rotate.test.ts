import { expect, test } from "@/e2e/support/api";
import { database, word } from "@/e2e/support/fixtures";
import { Caller, connect, databaseTime } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { getConnection, rotateToken } from "@/lib/contract/public/connections";

/** The same connection with the token of a rotation. */
function withToken(caller: Caller, token: string | null): Caller {
  if (token === null) throw new Error("The rotation came without its token.");
  return new Caller(caller.api, { connection_id: caller.connection_id, name: caller.name, token });
}

async function rotate(caller: Caller, input: Record<string, unknown> = {}): Promise<Caller> {
  return withToken(caller, (await caller.ok(rotateToken, input)).data.token);
}

/** Lets the overlap of a connection end now. */
async function endOverlap({ connection_id }: Caller): Promise<void> {
  await database()`
    update connections
       set earlier_token_ends_at = now() - interval '1 millisecond'
     where connections.connection_id = ${connection_id}`;
}

test("a rotation gives a new token once, and the old one ends with the answer", async ({ api }) => {
  const old = await connect(api, word());
  const key = { "idempotency-key": word() };
  const { data } = await old.ok(rotateToken, {}, key);
  expect(data).toEqual({
    connection_id: old.connection_id,
    token: expect.stringMatching(/^ck_[A-Za-z0-9_-]{43}$/),
    earlier_token_ends_at: expect.any(String),
  });
  expect(data.token).not.toBe(old.token);
  await old.refused(getConnection, "invalid_token");
  await old.refused(rotateToken, "invalid_token", {}, key);
  const now = withToken(old, data.token);
  expect((await now.ok(getConnection)).data).toMatchObject({ connection_id: old.connection_id, name: old.name });
});

test("an old token works until its overlap ends, and cannot replace the new one", async ({ api }) => {
  const old = await connect(api);
  const input = { overlap_seconds: 3_600 };
  const key = { "idempotency-key": word() };
  const before = Date.parse(await databaseTime());
  const { data } = await old.ok(rotateToken, input, key);
  const replaced = Date.parse(data.earlier_token_ends_at) - 3_600_000;
  expect(replaced).toBeGreaterThanOrEqual(before);
  expect(replaced).toBeLessThanOrEqual(Date.parse(await databaseTime()));
  const now = withToken(old, data.token);
  for (const caller of [old, now]) await caller.sync();
  const problem = await old.refused(rotateToken, "invalid_transition", input);
  expect(problem.detail).toContain("replaced already");
  const again = await old.call(rotateToken, input, key);
  expect(again.ok && again.body).toEqual({ data: { ...data, token: null } });
  await endOverlap(old);
  await old.refused(getConnection, "invalid_token");
  await now.sync();
});

test("a further rotation ends the token before the last", async ({ api }) => {
  const first = await connect(api);
  const second = await rotate(first, { overlap_seconds: 60 });
  const third = await rotate(second, { overlap_seconds: 60 });
  await first.refused(getConnection, "invalid_token");
  for (const caller of [second, third]) await caller.sync();
});

for (const overlap_seconds of [0, 60])
  test(`of ten rotations at once one wins, and its token is the one that works (overlap ${overlap_seconds})`, async ({
    api,
  }) => {
    const old = await connect(api);
    const answers = await Promise.all(Array.from({ length: 10 }, () => old.call(rotateToken, { overlap_seconds })));
    const won = answers.flatMap((each) => (each.ok ? [each.body.data.token] : []));
    expect(won).toHaveLength(1);
    const refused = new Set(answers.flatMap((each) => (each.ok ? [] : [each.problem.code])));
    expect([...refused]).toEqual([overlap_seconds === 0 ? "invalid_token" : "invalid_transition"]);
    await withToken(old, won[0] ?? null).sync();
  });

test("a paused connection may rotate, a revoked one may not, and both of its tokens are revoked", async ({ api }) => {
  const old = await connect(api);
  await old.setMode("paused");
  const now = await rotate(old, { overlap_seconds: 60 });
  await now.setMode("revoked");
  for (const caller of [old, now]) {
    await caller.refused(rotateToken, "connection_revoked");
    await caller.refused(getConnection, "connection_revoked");
  }
});

test("either token in a text that somebody wants to publish revokes the connection", async ({ api }) => {
  const [old, other] = [await connect(api), await connect(api)];
  const now = await rotate(old, { overlap_seconds: 60 });
  const received = await other.api.post("/api/v1/connections", { name: `bot ${old.token}` });
  expect(api.problemOf(received).code).toBe("unsafe_text");
  await now.refused(getConnection, "connection_revoked");
});

test("overlaps outside a day are refused, and without a token nothing is replaced", async ({ api }) => {
  const caller = await connect(api);
  for (const overlap_seconds of [-1, 86_401, 1.5, "60", null])
    expect((await caller.call(rotateToken, { overlap_seconds })).status, String(overlap_seconds)).toBe(422);
  await api.refused(rotateToken, "authentication_required");
  await caller.sync();
  await rotate(caller, { overlap_seconds: 86_400 });
});

for (const era of eras)
  test(`an MCP session of ${era.era} ends with the token that opened it`, async ({ api }) => {
    const old = await connect(api);
    const agent = await Agent.connect(api, era, old.headers);
    await rotate(old);
    await expect(agent.client.callTool({ name: "list_skills", arguments: {} })).rejects.toThrow(/token/i);
    await agent.close();
  });

test("the description of a token says when it was used last, and reading it is no use", async ({ api }) => {
  const caller = await connect(api);
  expect((await caller.ok(getConnection)).data.last_used_at).toBeNull();
  const before = await databaseTime();
  await caller.sync();
  const lastUse = async () => (await caller.ok(getConnection)).data.last_used_at;
  await expect.poll(lastUse).not.toBeNull();
  expect((await lastUse()) ?? "").toMatch(/^\d/);
  expect(((await lastUse()) ?? "") >= before).toBe(true);
});

test("tokens that arrive at once are told apart: new, in their overlap, ended and unknown ones", async ({ api }) => {
  const callers = await Promise.all(Array.from({ length: 6 }, () => connect(api)));
  const [overlapping, ended] = callers;
  if (!overlapping || !ended) throw new Error("There are too few connections.");
  const rotated = [await rotate(overlapping, { overlap_seconds: 3_600 }), await rotate(ended)];
  const unknown = `ck_${"A".repeat(43)}`;
  const tokens = [...callers, ...rotated, ...callers].map(({ token, connection_id }) => ({ token, connection_id }));
  const answers = await Promise.all(
    [...tokens, { token: unknown, connection_id: null }].map(async ({ token, connection_id }) => {
      const called = await api.call(getConnection, {}, { authorization: `Bearer ${token}` });
      return [token, connection_id, called.ok ? called.body.data.connection_id : called.problem.code] as const;
    }),
  );
  for (const [token, connection_id, answer] of answers)
    expect(answer).toBe(token === ended.token || token === unknown ? "invalid_token" : connection_id);
});
