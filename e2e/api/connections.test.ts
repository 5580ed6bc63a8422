import { createHash } from "node:crypto";
import { expect, test } from "@/e2e/support/api";
import { database, word } from "@/e2e/support/fixtures";
import { addOperation, connect, databaseTime } from "@/e2e/support/knowledge";
import { maintainer } from "@/e2e/support/submitting";
import { problems } from "@/lib/contract/problems";
import { createConnection, getConnection } from "@/lib/contract/public/connections";

test.describe("201", () => {
  test("anyone can create a connection: active, at revision 0, with a token of 256 random bits", async ({ api }) => {
    const name = `build-bot ${word()}`;
    const before = await databaseTime();
    const { data } = await api.ok(createConnection, { name, homepage: "https://bots.example.org/build?x=1#top" });
    const after = await databaseTime();
    await api.ok(createConnection, { name, homepage: "https://bots.example.xn--p1ai" });
    expect(data).toMatchObject({ name, control: { mode: "active", control_revision: "0" } });
    expect(data.connection_id).toMatch(/^con_[A-Za-z0-9_-]{22}$/);
    expect(data.token).toMatch(/^ck_[A-Za-z0-9_-]{43}$/);
    expect(data.created_at >= before && data.created_at <= after, `${before} ${data.created_at} ${after}`).toBe(true);
  });

  test("a request with a lost or malformed token still creates a new connection", async ({ api }) => {
    for (const authorization of [`Bearer ck_${"x".repeat(43)}`, "Bearer nonsense", "Basic YTpi"]) {
      const { data } = await api.ok(createConnection, { name: "lost-token" }, { authorization });
      expect(data.token).toMatch(/^ck_/);
    }
  });

  test("two connections may have the same name", async ({ api }) => {
    const name = word();
    const [one, two] = await Promise.all([api.ok(createConnection, { name }), api.ok(createConnection, { name })]);
    expect(one.data.connection_id).not.toBe(two.data.connection_id);
    expect(one.data.token).not.toBe(two.data.token);
  });

  test("only the SHA-256 of a token is stored", async ({ api }) => {
    const { data } = await api.ok(createConnection, { name: word() }, { "idempotency-key": word() });
    const token = data.token ?? "";
    const [row] = await database()<{ token_hash: Buffer }[]>`
      select c.token_hash
      from connections c
      where c.connection_id = ${data.connection_id}`;
    expect(row?.token_hash).toEqual(createHash("sha256").update(token).digest());
    const [found] = await database()<{ count: number }[]>`
      select count(*)::int as count
      from idempotency_keys i
      where i.body::text like ${`%${token.slice(3)}%`}`;
    expect(found?.count).toBe(0);
  });

  test("caches never store the response", async ({ api }) => {
    expect((await api.post("/api/v1/connections", { name: word() })).headers["cache-control"]).toBe("no-store");
  });
});

test.describe("422", () => {
  const homepages = [
    "http://bots.example.org/",
    "ftp://bots.example.org/",
    "javascript:alert(1)",
    "data:text/html,x",
    "//bots.example.org",
    "bots.example.org",
    "https://",
    "https:///x",
    "https://user:word@bots.example.org/",
    "https://user@bots.example.org/",
    " https://bots.example.org/",
    "https://bots.example.org/\n",
    "https://bots.example.org/a b",
    "",
  ];
  for (const homepage of homepages) {
    test(`the homepage ${JSON.stringify(homepage)} is refused`, async ({ api }) => {
      const received = await api.post("/api/v1/connections", { name: word(), homepage });
      expect(received.status).toBe(422);
      for (const error of api.problemOf(received).errors ?? []) expect(error.pointer).toBe("/homepage");
    });
  }

  test("a name follows the plain-prose rule and contains no secret", async ({ api }) => {
    for (const name of ["a < b", "a > b", "`bot`"]) await api.refused(createConnection, "validation_failed", { name });
    const { token } = (await api.ok(createConnection, { name: word() })).data;
    const problem = await api.refused(createConnection, "unsafe_text", { name: `bot ${token}` });
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/name" })]);
  });

  test("reserved names and their look-alikes are refused, and no connection is created", async ({ api }) => {
    const mark = word();
    for (const name of [
      `Cairn library ${mark}`,
      "Searcher",
      `Maintainer One ${mark}`,
      `Сairn ${mark}`,
      `The Admin, ${mark}`,
    ]) {
      const problem = await api.refused(createConnection, "name_reserved", { name });
      expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/name", code: "name_reserved" })]);
    }
    const made = await database()`select name from connections where strpos(name, ${mark}) > 0 or name = 'Searcher'`;
    expect(made).toEqual([]);
    await api.ok(createConnection, { name: `Librarian ${mark}` });
  });

  test("a maintainer's token cannot create a reserved name either", async ({ api }) => {
    const by = await maintainer(api);
    await by.refused(createConnection, "name_reserved", { name: "Moderator" });
  });

  test("a connection's mark is the end of its id", async ({ api }) => {
    const { data } = await api.ok(createConnection, { name: word() });
    expect(data.mark).toBe(data.connection_id.slice(-6));
    const self = await api.ok(getConnection, {}, { authorization: `Bearer ${data.token}` });
    expect(self.data.mark).toBe(data.mark);
  });
});

test.describe("the token of the knowledge interface", () => {
  const call = { path: "/api/knowledge/v2/sync", body: {} };

  test("is required, and the error names the one call that creates it", async ({ api }) => {
    const received = await api.post(call.path, call.body);
    const problem = api.problemOf(received);
    expect(problem.code).toBe("authentication_required");
    expect(received.headers["www-authenticate"]).toMatch(/^Bearer/);
    expect(`${problem.next_step} ${problems.invalid_token[2]}`).toContain("POST /api/v1/connections");
  });

  test("is accepted with any capitalisation of Bearer", async ({ api }) => {
    const { token } = (await api.ok(createConnection, { name: word() })).data;
    for (const scheme of ["Bearer", "bearer", "BEARER"]) {
      expect((await api.post(call.path, call.body, { authorization: `${scheme} ${token}` })).status).toBe(200);
    }
  });

  test("is refused in any other form or place", async ({ api }) => {
    const { token } = (await api.ok(createConnection, { name: word() })).data;
    const wrong = [
      `Bearer ${token}x`,
      `Bearer ${token?.slice(0, -1)}`,
      `Bearer ${token?.replace("ck_", "ak_")}`,
      `Basic ${token}`,
      `${token}`,
      "Bearer",
      "Bearer ck_",
      `Bearer ${token} ${token}`,
    ];
    for (const authorization of wrong) {
      const received = await api.post(call.path, call.body, { authorization });
      expect(api.problemOf(received).code, authorization.replace(token ?? "", "(token)")).toBe("invalid_token");
      expect(received.text).not.toContain(token?.slice(0, 20));
    }
    expect((await api.post(`${call.path}?token=${token}`, call.body)).status).toBe(401);
  });
});

test.describe("the description of a token", () => {
  test("is visible only to its owner, lists waiting operations oldest first, and never contains the token", async ({
    api,
  }) => {
    const [caller, other] = await Promise.all([connect(api, "Owner"), connect(api)]);
    const first = await addOperation(caller);
    const second = await addOperation(caller);
    await Promise.all([addOperation(caller, "succeeded"), addOperation(other)]);
    const { data } = await caller.ok(getConnection);
    expect(data).toMatchObject({
      connection_id: caller.connection_id,
      name: "Owner",
      homepage: null,
      role: "member",
      control: { mode: "active", control_revision: "0" },
      waiting: { count: 2 },
    });
    expect(data.waiting.operations.map(({ operation_ref }) => operation_ref)).toEqual([first, second]);
    expect(JSON.stringify(data)).not.toContain(caller.headers.authorization?.slice(7));
    await api.refused(getConnection, "authentication_required");
  });

  test("is available while the connection is paused, but not after it is revoked", async ({ api }) => {
    const caller = await connect(api);
    await caller.setMode("paused");
    expect((await caller.ok(getConnection)).data.control).toEqual({ mode: "paused", control_revision: "1" });
    await caller.setMode("revoked");
    await caller.refused(getConnection, "connection_revoked");
  });
});
