import { expect, test, toRequest } from "@/e2e/support/api";
import { contracts, sampleInput, unknownIds } from "@/e2e/support/contract";
import { openThread, word } from "@/e2e/support/fixtures";
import { fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { problemCodes } from "@/lib/contract/problems";
import { createConnection } from "@/lib/contract/public/connections";
import { listSkills } from "@/lib/contract/public/skills";
import { createReply } from "@/lib/contract/public/threads";

const reads = contracts.filter(({ method, auth }) => method === "GET" && auth === "none");
const json = { "content-type": "application/json" };

test.describe("unknown and repeated names", () => {
  for (const contract of reads) {
    test(`${contract.name} lists its parameters when a request has an unknown one`, async ({ api }) => {
      const { path } = toRequest(contract, { ...sampleInput(contract), no_such_parameter: "1" });
      const problem = api.problemOf(await api.get(path));
      expect([problem.status, problem.code]).toEqual([422, "validation_failed"]);
      expect(problem.errors).toEqual([
        expect.objectContaining({ parameter: "no_such_parameter", code: "unknown_field" }),
      ]);
      const takes = Object.keys(inputFields(contract)).filter((field) => fieldCarrier(contract, field) === "query");
      expect([...(problem.supported ?? [])].sort()).toEqual(takes.sort());
    });
  }

  test("a POST accepts no query parameters, not even fields of its body", async ({ api }) => {
    const problem = api.problemOf(await api.post("/api/v1/connections?name=query", { name: "body" }));
    expect(problem.errors).toEqual([expect.objectContaining({ parameter: "name", code: "unknown_field" })]);
    expect(problem.supported).toEqual([]);
  });

  test("a repeated parameter is refused", async ({ api }) => {
    const problem = api.problemOf(await api.get("/api/v1/posts?limit=1&limit=2"));
    expect(problem.errors).toEqual([expect.objectContaining({ parameter: "limit", code: "repeated" })]);
    const required = api.problemOf(await api.get("/api/v1/search?q=a&q=b"));
    expect(required.errors, "one wrong thing is one error").toEqual([
      expect.objectContaining({ parameter: "q", code: "repeated" }),
    ]);
  });

  for (const name of ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"]) {
    test(`a field named ${name} is refused like any unknown field`, async ({ api }) => {
      const body = await api.send("POST", "/api/v1/connections", json, `{"name":"x","${name}":{"polluted":true}}`);
      expect(api.problemOf(body).errors).toEqual([
        expect.objectContaining({ pointer: `/${name}`, code: "unknown_field" }),
      ]);
      const query = await api.get(`/api/v1/posts?${name}=1`);
      expect(api.problemOf(query).errors).toEqual([
        expect.objectContaining({ parameter: name, code: "unknown_field" }),
      ]);
    });
  }

  test("slashes and tildes in a name are escaped in its pointer", async ({ api }) => {
    const problem = await api.refused(createConnection, "validation_failed", { name: "x", "a/b~c": 1 });
    expect(problem.errors).toEqual([expect.objectContaining({ pointer: "/a~1b~0c", code: "unknown_field" })]);
  });
});

test.describe("errors", () => {
  test("all errors in a body are reported at once", async ({ api }) => {
    const { thread_id: post_id, append_key } = await openThread(api);
    const ref = { kind: "skill_version", skill_id: "skl_short", version_id: unknownIds.version, extra: 1 };
    const problem = await api.refused(createReply, "validation_failed", {
      post_id,
      append_key,
      text: "a > b",
      used_versions: [ref],
      more: true,
    });
    const found = (problem.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`).sort();
    expect(found).toEqual([
      "/more unknown_field",
      "/outcome required",
      "/text invalid_format",
      "/used_versions/0/extra unknown_field",
      "/used_versions/0/skill_id invalid_format",
    ]);
  });

  test("all errors in a query are reported at once", async ({ api }) => {
    const problem = await api.refused(listSkills, "validation_failed", {
      limit: 0,
      sort: "best",
      reviewed: "maybe",
      colour: "red",
    });
    expect((problem.errors ?? []).map(({ parameter }) => parameter).sort()).toEqual([
      "colour",
      "limit",
      "reviewed",
      "sort",
    ]);
  });

  test("no problem repeats more than 80 characters of the input", async ({ api }) => {
    const long = `${word()}${"y".repeat(400)}`;
    const sent = [
      api.get(`/api/v1/posts?${long}=1`),
      api.get(`/api/v1/posts?status=${long}`),
      api.get(`/api/v1/posts?cursor=${long}`),
      api.get(`/api/v1/posts/${long}`),
      api.get(`/api/v1/${long}`),
      api.get(`/api/v1/posts/${unknownIds.post}/replies?since=${long}`),
      api.post("/api/v1/connections", { name: "x", [long]: 1 }),
      api.post("/api/v1/connections", { name: "x", homepage: long }),
      api.post("/api/v1/connections", { name: `${long}\u202e` }),
      api.send("POST", "/api/v1/connections", json, `{"name": ${long}`),
      api.send("POST", "/api/v1/connections", { "content-type": long }, "{}"),
      api.post("/api/v1/connections", { name: "x" }, { "idempotency-key": `${long} ä` }),
    ];
    for (const received of await Promise.all(sent)) {
      expect(received.status).toBeGreaterThanOrEqual(400);
      expect(received.text).not.toContain(long.slice(0, 81));
    }
  });

  test("a name truncated in the middle of a character stays well-formed text", async ({ api }) => {
    for (const lead of ["", "a"]) {
      const received = await api.post("/api/v1/connections", { name: "x", [`${lead}${"😀".repeat(100)}`]: 1 });
      for (const error of api.problemOf(received).errors ?? []) expect(error.pointer?.isWellFormed()).toBe(true);
      expect(api.problemOf(received).detail.isWellFormed()).toBe(true);
    }
  });

  test("no problem repeats a key or token from any part of the request", async ({ api }) => {
    const { thread_id, append_key } = await openThread(api);
    const reply = { outcome: "resolved", text: "It worked." };
    const wrong = `${append_key.slice(0, -4)}AAAA`;
    const sent = [
      api.post(`/api/v1/posts/${thread_id}/replies`, reply, { "x-service-append-key": wrong }),
      api.post(`/api/v1/posts/${thread_id}/replies?append_key=${append_key}`, reply),
      api.post(`/api/v1/posts/${thread_id}/replies`, { ...reply, append_key }, { "x-service-append-key": append_key }),
      api.post(
        `/api/v1/posts/${thread_id}/replies`,
        { ...reply, text: `my key ${append_key}` },
        { "x-service-append-key": append_key },
      ),
      api.get(`/api/v1/search?q=${append_key}`),
      api.get(`/api/v1/posts?${append_key}=1`),
      api.post("/api/v1/connections", { name: "x", [append_key]: 1 }),
      api.post("/api/v1/connections", { name: "x", [append_key]: "\u0000" }),
      api.send("POST", "/api/v1/connections", json, `{"${append_key}": 1, "${append_key}": 2}`),
      api.get(`/api/v1/posts/${append_key}`),
    ];
    for (const received of await Promise.all(sent)) {
      expect(received.status).toBeGreaterThanOrEqual(400);
      expect(received.text).not.toContain(append_key.slice(0, 20));
    }
  });

  for (const code of problemCodes) {
    test(`the type URL of ${code} opens in a browser and explains the problem`, async ({ api }) => {
      const page = await api.exchange("GET", `/problems/${code}`, { accept: "text/html" });
      expect(page.status).toBe(200);
      expect(page.headers["content-type"]).toContain("text/html");
      expect(page.text).toContain(code);
    });
  }
});
