import { type Api, expect, test } from "@/e2e/support/api";
import { database, word } from "@/e2e/support/fixtures";
import { Caller, connect } from "@/e2e/support/knowledge";
import { createConnection, getConnection, recoverConnection, rotateToken } from "@/lib/contract/public/connections";

const CODE = /^rc_[A-Za-z0-9_-]{44}$/;

/** A new connection with the codes that its answer showed. */
async function withCodes(api: Api): Promise<{ caller: Caller; codes: string[] }> {
  const { data } = await api.ok(createConnection, { name: word() });
  const { connection_id, name, token, recovery_codes } = data;
  if (token === null || recovery_codes === null) throw new Error("A new connection came without its secrets.");
  return { caller: new Caller(api, { connection_id, name, token }), codes: recovery_codes };
}

/** The code with another last part, which no connection has. */
const withOther = (code: string, from: number, to: number) =>
  `${code.slice(0, from)}${[...code.slice(from, to)].map((sign) => (sign === "A" ? "B" : "A")).join("")}${code.slice(to)}`;

test("eight codes are shown once, no two alike, and none is stored", async ({ api }) => {
  const key = { "idempotency-key": word() };
  const name = word();
  const { data } = await api.ok(createConnection, { name }, key);
  const codes = data.recovery_codes ?? [];
  expect(codes).toHaveLength(8);
  expect(new Set(codes.map((code) => code.slice(-20))).size).toBe(8);
  for (const code of codes) expect(code).toMatch(CODE);
  const again = await api.call(createConnection, { name }, key);
  expect(again.ok && again.body.data).toEqual({ ...data, token: null, recovery_codes: null });
  const rows = await database()<{ stored: string }[]>`
    select to_jsonb(r)::text || encode(r.code_hash, 'base64') as stored
    from recovery_codes r
    where r.connection_id = ${data.connection_id}
    union all
    select i.body::text
    from idempotency_keys i
    where strpos(i.body::text, ${data.connection_id}) > 0`;
  expect(rows).toHaveLength(9);
  // The first eight characters find the row; the rest is secret.
  for (const code of codes) for (const { stored } of rows) expect(stored).not.toContain(code.slice(11, 27));
  const self = await api.ok(getConnection, {}, { authorization: `Bearer ${data.token}` });
  expect(self.data.recovery_codes_left).toBe(8);
});

test("a code gets a new token once, and every earlier token ends", async ({ api }) => {
  const { caller, codes } = await withCodes(api);
  const { data: rotated } = await caller.ok(rotateToken, { overlap_seconds: 3_600 });
  const [code = "", other = ""] = codes;
  const { data } = await api.ok(recoverConnection, { recovery_code: ` ${code}\n` });
  const { connection_id, name } = caller;
  expect(data).toEqual({ connection_id, name, token: expect.stringMatching(/^ck_/), recovery_codes_left: 7 });
  for (const token of [caller.token, rotated.token])
    await api.refused(getConnection, "invalid_token", {}, { authorization: `Bearer ${token}` });
  await api.refused(recoverConnection, "recovery_code_invalid", { recovery_code: code });
  const second = (await api.ok(recoverConnection, { recovery_code: other })).data;
  expect(second.recovery_codes_left).toBe(6);
  await api.refused(getConnection, "invalid_token", {}, { authorization: `Bearer ${data.token}` });
  await new Caller(api, { connection_id, name, token: second.token }).sync();
});

test("used, unknown, foreign and malformed codes get one answer", async ({ api }) => {
  const [{ codes, caller }, { codes: foreign }] = await Promise.all([withCodes(api), withCodes(api)]);
  const [code = "", used = ""] = codes;
  await api.ok(recoverConnection, { recovery_code: used });
  const wrong = [
    used,
    withOther(code, 3, 11),
    withOther(code, 11, 27),
    withOther(code, 27, 47),
    // The row and the shared part of one connection with the own part of another.
    `${code.slice(0, 27)}${foreign[0]?.slice(27)}`,
    code.slice(0, -1),
    `${code}A`,
    code.replace("rc_", "ck_"),
    caller.token,
    "' or true --",
    "x",
  ];
  const answers = new Set<string>();
  for (const recovery_code of wrong) {
    const { request_id: _own, ...problem } = await api.refused(recoverConnection, "recovery_code_invalid", {
      recovery_code,
    });
    answers.add(JSON.stringify(problem));
  }
  expect([...answers]).toHaveLength(1);
  const received = await api.post("/api/v1/connections/recover", { recovery_code: used });
  expect([received.status, received.headers["www-authenticate"]]).toEqual([401, expect.stringMatching(/^Bearer/)]);
  expect((await api.post("/api/v1/connections/recover", {})).status).toBe(422);
  await api.ok(recoverConnection, { recovery_code: code });
});

test("of ten callers with one code at once one gets a token, and that token works", async ({ api }) => {
  const { caller, codes } = await withCodes(api);
  const recovery_code = codes[0] ?? "";
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.call(recoverConnection, { recovery_code })));
  const won = answers.flatMap((each) => (each.ok ? [each.body.data] : []));
  expect(won).toHaveLength(1);
  for (const each of answers) if (!each.ok) expect(each.problem.code).toBe("recovery_code_invalid");
  const { connection_id, name } = caller;
  await new Caller(api, { connection_id, name, token: won[0]?.token ?? "" }).sync();
});

test("of all eight codes at once every one is answered, and exactly one token works at the end", async ({ api }) => {
  const { codes } = await withCodes(api);
  const answers = await Promise.all(codes.map((recovery_code) => api.ok(recoverConnection, { recovery_code })));
  const works = await Promise.all(
    answers.map(({ data }) => api.call(getConnection, {}, { authorization: `Bearer ${data.token}` })),
  );
  expect(works.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.map(({ data }) => data.recovery_codes_left).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test("a revoked connection is not recovered", async ({ api }) => {
  const { caller, codes } = await withCodes(api);
  await caller.setMode("revoked");
  await api.refused(recoverConnection, "connection_revoked", { recovery_code: codes[0] });
});

test("a code in a text that somebody wants to publish is used up, and the connection stays", async ({ api }) => {
  const { caller, codes } = await withCodes(api);
  const other = await connect(api);
  const problem = await other.refused(createConnection, "unsafe_text", { name: `bot ${codes[0]}` });
  expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/name" })]);
  expect(JSON.stringify(problem)).not.toContain(codes[0]?.slice(11));
  await api.refused(recoverConnection, "recovery_code_invalid", { recovery_code: codes[0] });
  await caller.sync();
  await api.ok(recoverConnection, { recovery_code: codes[1] });
});
