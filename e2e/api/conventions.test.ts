import { expect, test, toRequest } from "@/e2e/support/api";
import { addressOf, contracts, sampleInput, unknownIds } from "@/e2e/support/contract";
import { question, threadsAsking, word } from "@/e2e/support/fixtures";

const paths = [...new Set(contracts.map(({ path }) => path))];
const methodsOf = (path: string) => contracts.filter((contract) => contract.path === path).map(({ method }) => method);
const reads = contracts.filter(({ method, auth }) => method === "GET" && auth === "none");
const json = { "content-type": "application/json" };

test.describe("ids", () => {
  for (const contract of contracts.filter(({ path, auth }) => path.includes("{") && auth === "none")) {
    test(`${contract.name} returns 404 for an unknown id and 422 for a malformed id`, async ({ api }) => {
      const unknown = await api.get(addressOf(contract));
      expect(unknown.status).toBe(404);
      expect(api.problemOf(unknown).code).toBe("not_found");
      const field = /\{(\w+)\}/.exec(contract.path)?.[1] ?? "";
      const ill = await api.refused(contract, "validation_failed", { ...sampleInput(contract), [field]: "no-such-id" });
      expect(ill.errors).toEqual([expect.objectContaining({ parameter: field, code: "invalid_format" })]);
    });
  }

  test("a reply to a malformed thread id is 422 before the key is checked, and a reply to an unknown id is 404", async ({
    api,
  }) => {
    const reply = { outcome: "resolved", text: "It worked." };
    expect((await api.post("/api/v1/posts/thr_short/replies", reply)).status).toBe(422);
    expect((await api.post(`/api/v1/posts/${unknownIds.post}/replies`, reply)).status).toBe(404);
  });

  test("an id of another kind is malformed, not unknown", async ({ api }) => {
    expect((await api.get(`/api/v1/posts/${unknownIds.skill}`)).status).toBe(422);
    expect((await api.get(`/api/v1/skills/${unknownIds.post}`)).status).toBe(422);
  });
});

test.describe("headers", () => {
  test("every request has its own id", async ({ api }) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => api.get("/api/v1/posts?limit=1")));
    expect(new Set(answers.map(({ headers }) => headers["x-request-id"])).size).toBe(20);
  });

  test("a caller cannot choose the request id", async ({ api }) => {
    const { headers } = await api.get("/api/v1/posts?limit=1", { "x-request-id": unknownIds.post });
    expect(headers["x-request-id"]).not.toBe(unknownIds.post);
  });

  test("caches never store responses that depend on the caller", async ({ api }) => {
    const q = question();
    for (const path of [
      `/api/v1/search?q=${encodeURIComponent(q)}`,
      "/api/v1/search?q=x&preview=true",
      "/api/health/live",
      "/api/health/ready",
    ]) {
      expect((await api.get(path)).headers["cache-control"], path).toBe("no-store");
    }
  });

  for (const path of [
    "/api",
    "/api/",
    "/api/v1",
    "/api/v1/nothing",
    "/api/v1/posts/",
    "/api/v2/search",
    "/api/v1/Posts",
    "/api//v1/posts",
    "/api/v1/posts/x/y/z",
  ]) {
    test(`${path} is not an endpoint and returns a regular problem`, async ({ api }) => {
      const received = await api.exchange("GET", path, {});
      expect(received.status).toBe(404);
      expect(api.problemOf(received).code).toBe("not_found");
    });
  }
});

test.describe("CORS", () => {
  const allowed = ["authorization", "content-type", "idempotency-key", "x-service-append-key", "if-none-match"];
  const exposed = ["x-request-id", "ratelimit-policy", "ratelimit", "retry-after", "etag", "idempotency-replayed"];
  const list = (value: string | undefined) => (value ?? "").toLowerCase().split(/,\s*/);

  for (const path of paths) {
    test(`a browser on any origin may call ${path}`, async ({ api }) => {
      const preflight = await api.send("OPTIONS", addressOf({ path }), {
        origin: "https://elsewhere.example",
        "access-control-request-method": methodsOf(path)[0] ?? "",
        "access-control-request-headers": "idempotency-key, content-type",
      });
      expect(preflight.status).toBe(204);
      expect(preflight.text).toBe("");
      expect(list(preflight.headers["access-control-allow-methods"])).toEqual(
        expect.arrayContaining(methodsOf(path).map((method) => method.toLowerCase())),
      );
      expect(list(preflight.headers["access-control-allow-headers"])).toEqual(expect.arrayContaining(allowed));
      expect(Number(preflight.headers["access-control-max-age"])).toBeGreaterThan(0);
      expect(preflight.headers.allow).toBeTruthy();
    });
  }

  test("scripts may read the headers they need on responses and problems", async ({ api }) => {
    for (const path of ["/api/v1/posts", "/api/v1/nothing", "/api/v1/posts?x=1"]) {
      const { headers } = await api.get(path, { origin: "https://elsewhere.example" });
      expect(list(headers["access-control-expose-headers"]), path).toEqual(expect.arrayContaining(exposed));
    }
  });
});

test.describe("methods", () => {
  for (const path of paths) {
    const known = methodsOf(path);
    const allow = [
      ...(known.includes("GET") ? ["GET", "HEAD"] : []),
      ...(["POST", "DELETE"] as const).filter((method) => known.includes(method)),
      "OPTIONS",
    ];
    test(`${path} serves ${allow.join(", ")} and refuses every other method with Allow`, async ({ api }) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => !allow.includes(name))) {
        const received = await api.send(
          method,
          addressOf({ path }),
          method === "GET" ? {} : json,
          method === "GET" ? undefined : "{}",
        );
        expect(received.status, method).toBe(405);
        expect(api.problemOf(received).code).toBe("method_not_allowed");
        expect(received.headers.allow?.split(", ").sort(), method).toEqual([...allow].sort());
      }
      if (!allow.includes("HEAD")) expect((await api.send("HEAD", addressOf({ path }))).status).toBe(405);
    });
  }

  for (const contract of reads) {
    test(`HEAD of ${contract.name} returns the headers of GET without a body`, async ({ api }) => {
      const { path } = toRequest(contract, contract.name === "search" ? { q: "x", preview: true } : {});
      const [get, head] = [await api.get(addressOf({ path })), await api.send("HEAD", addressOf({ path }))];
      expect(head.status).toBe(get.status);
      expect(head.text).toBe("");
      expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
      expect(head.headers["cache-control"]).toBe(get.headers["cache-control"]);
    });
  }

  test("HEAD never writes, even where GET does", async ({ api }) => {
    const q = question();
    const head = await api.send("HEAD", `/api/v1/search?q=${encodeURIComponent(q)}`, { "idempotency-key": word() });
    expect(head.status).toBe(200);
    expect(await threadsAsking(q)).toBe(0);
  });
});
