import { z } from "zod";
import { type Api, expect, test } from "@/e2e/support/api";
import { database, openThread, question } from "@/e2e/support/fixtures";
import { connect, conversation } from "@/e2e/support/knowledge";
import { Agent, eras } from "@/e2e/support/mcp";
import { creation, maintainer, settled, submit } from "@/e2e/support/submitting";
import { type EndpointContract, fieldCarrier } from "@/lib/contract/endpoint";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { searchPost } from "@/lib/contract/public/search";
import { createReply } from "@/lib/contract/public/threads";
import { newId } from "@/lib/platform/ids";
import { endpoints } from "@/lib/server/endpoints";

/** Assembled here, so that secret scanners do not report this file. */
const SECRET = `gh${"p"}_${"aB3dE6gH9jK2".repeat(3)}`;

type Schema = { [key: string]: unknown };

/** Texts of writing endpoints that only the operator ever sees. */
const NEVER_PUBLISHED = [
  // The key itself: it opens the thread and appears only in the first response.
  "create_reply append_key",
  // The body is an archive; bundles.test.ts plants a secret in a file of it.
  "create_bundle archive",
  // Refused before: neither is a package, an address or a range.
  "add_source address",
  "add_source range",
  "search utm_source",
  "search utm_medium",
  "search utm_campaign",
  "search version",
  "search_post utm_source",
  "search_post utm_medium",
  "search_post utm_campaign",
  "search_post version",
]; // prettier-ignore

/** Every endpoint that publishes text and may safely be called twice. */
const writing = Object.values(endpoints)
  .map(({ contract }) => contract)
  .filter((contract) => contract.idempotent);

test("the test covers every endpoint that publishes text", () => {
  const names = writing.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["search", "create_reply", "create_connection", "submit_skill", "add_insight"]),
  );
  expect(writing.flatMap((contract) => [...freeTexts(contract)]).length).toBeGreaterThanOrEqual(30);
});

for (const contract of writing) {
  for (const { path, shape } of freeTexts(contract)) {
    const place = `${contract.name} ${path.join("/")}`;
    if (NEVER_PUBLISHED.includes(place)) continue;
    test(`a secret at ${place}${shape} is refused with its field, position and rule`, async ({ api }) => {
      const { input, planted } = plant(contract, path, shape);
      const sent = await send(api, contract, input);
      const problem = JSON.parse(sent);
      expect(problem.code, sent).toBe("unsafe_text");
      const field = String(path[0]);
      const at = fieldCarrier(contract, field) === "query" ? { parameter: field } : { pointer: `/${path.join("/")}` };
      const start = [...planted].join("").indexOf(SECRET);
      expect(problem.errors).toContainEqual({
        ...at,
        code: "secret_github_token",
        rule: "github_ghp",
        range: { start, end: start + SECRET.length },
        detail: `looks like it holds a GitHub token (characters ${start + 1} to ${start + SECRET.length})`,
      });
      expect(sent).not.toContain(SECRET.slice(4));
    });
  }
}

test("a position counts code points, also after emoji and combining characters", async ({ api }) => {
  const before = "👩‍👩‍👧‍👦 e\u0301 𝒳 🇫🇷 ";
  const problem = await api.refused(searchPost, "unsafe_text", { q: `${before}${SECRET} ok` });
  const start = [...before].length;
  expect(problem.errors).toMatchObject([{ pointer: "/q", range: { start, end: start + SECRET.length } }]);
});

test("the range of a split token runs from its first part to its last", async ({ api }) => {
  const broken = `${SECRET.slice(0, 15)}\n  ${SECRET.slice(15, 30)} ${SECRET.slice(30)}`;
  const problem = await api.refused(searchPost, "unsafe_text", { q: `🔑 ${broken} answers 401` });
  expect(problem.errors).toMatchObject([{ rule: "github_ghp", range: { start: 2, end: 2 + broken.length } }]);
});

test("every finding in a text is listed, and hidden characters have a position too", async ({ api }) => {
  const q = `${SECRET} and\u202e ${SECRET}`;
  const problem = await api.refused(searchPost, "unsafe_text", { q });
  expect(problem.errors?.map(({ rule, range }) => [rule, range?.start, range?.end])).toEqual([
    ["bidi_control", 44, 45],
    ["github_ghp", 0, 40],
    ["github_ghp", 46, 86],
  ]);
});

test("MCP reports the same position and rule", async ({ api }) => {
  for (const era of eras) {
    const agent = await Agent.connect(api, era);
    const problem = await agent.refused("ask_publicly", "unsafe_text", { query: `why does ${SECRET} answer 401` });
    expect(problem.errors).toMatchObject([{ pointer: "/query", rule: "github_ghp", range: { start: 9, end: 49 } }]);
    await agent.close();
  }
});

test("a submission that the rules refuse only during processing reports the position and the rule", async ({ api }) => {
  const caller = await connect(api);
  const held = creation();
  // Simulates a submission accepted before the rules knew this token: the worker reads it from the database.
  const operation_ref = await database().begin(async (sql) => {
    const request = { request_id: "req_test", submission: { ...held, rationale: `🔑 ${SECRET}` } };
    const [row] = await sql<{ operation_ref: string }[]>`
      insert into operations (operation_ref, connection_id, kind, state, request)
      values (${newId("kop")}, ${caller.connection_id},
              'skill_submission', 'pending', ${sql.json(request)})
      returning operation_ref`;
    return row?.operation_ref ?? "";
  });
  // Another submission wakes the worker.
  await submit(caller, creation());
  const { state, problem } = await settled(caller, operation_ref);
  expect(state).toBe("rejected");
  expect(problem).toMatchObject({
    code: "unsafe_text",
    errors: [{ pointer: "/rationale", rule: "github_ghp", range: { start: 2, end: 42 } }],
  });
  expect(JSON.stringify(problem)).not.toContain(SECRET);
});

test("threads refuse the kinds of secrets found in commands, files and sentences", async ({ api }) => {
  const caller = await connect(api);
  const { thread_id, append_key } = await openThread(api);
  for (const text of [
    "the admin password is Xk9vQ2mL77pz and it fails",
    "das Passwort lautet Xk9vQ2mL77pz seit heute",
    "mysqldump -u root -pXk9vQ2mL77pz app",
    "echo Xk9vQ2mL77pz | sudo -S reboot",
    "sshpass -p Xk9vQ2mL77pz ssh root@10.1.2.3",
  ]) {
    await api.refused(searchPost, "unsafe_text", { q: `${text} ${question()}` });
    await api.refused(createReply, "unsafe_text", { post_id: thread_id, append_key, outcome: "failed", text });
    await caller.refused(addInsight, "unsafe_text", { target: conversation(thread_id), body: text });
  }
});

/** The free-text fields of an endpoint's input, by path; `shape` distinguishes alternatives. */
function freeTexts(contract: EndpointContract): Array<{ path: string[]; shape: string }> {
  const schema = schemaOf(contract);
  const shapes = alternatives(schema);
  const found = shapes.flatMap((shape, order) =>
    leaves(shape, []).map((path) => ({ path, shape: shapes.length > 1 ? ` of shape ${order + 1}` : "" })),
  );
  return found.filter(({ path, shape }) => {
    const { input } = plant(contract, path, shape);
    // A field of an inner choice is not in the shape that is planted.
    return JSON.stringify(input).includes(SECRET) && contract.input.safeParse(input).success;
  });
}

function schemaOf(contract: EndpointContract): Schema {
  const made = z.toJSONSchema(contract.input, { io: "input", reused: "inline", unrepresentable: "any" });
  return Object(resolved(made, Object(Object(made).$defs)));
}

/** A schema with its references resolved. */
function resolved(schema: unknown, defined: Schema): unknown {
  if (Array.isArray(schema)) return schema.map((one) => resolved(one, defined));
  if (typeof schema !== "object" || schema === null) return schema;
  const { $ref } = Object(schema);
  if (typeof $ref === "string") return resolved(defined[$ref.replace("#/$defs/", "")], defined);
  return Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, resolved(one, defined)]));
}

function alternatives(schema: Schema): Schema[] {
  const options = schema.oneOf ?? schema.anyOf;
  return Array.isArray(options) ? options : [schema];
}

function leaves(schema: Schema, path: string[]): string[][] {
  if (schema.type === "object")
    return Object.entries(Object(schema.properties)).flatMap(([name, property]) =>
      leaves(Object(property), [...path, name]),
    );
  if (schema.type === "array") return leaves(Object(schema.items), [...path, "0"]);
  const options = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(options)) return options.flatMap((option) => leaves(Object(option), path));
  return schema.type === "string" && !("const" in schema) && !("enum" in schema) ? [path] : [];
}

/** A valid input with the secret in one field, in the format of that field. */
function plant(contract: EndpointContract, path: string[], shape: string): { input: Schema; planted: string } {
  const shapes = alternatives(schemaOf(contract));
  const chosen = shapes[Number(shape.slice(-1) || 1) - 1] ?? {};
  const inputs = [`it says ${SECRET} ok`, SECRET, `https://example.com/docs?key=${SECRET}`].map((planted) => ({
    input: Object(sampleOf(chosen, path, planted)),
    planted,
  }));
  return inputs.find(({ input }) => contract.input.safeParse(input).success) ?? { input: {}, planted: "" };
}

/** A small valid value of a schema; optional fields on the way to `path` are included. */
function sampleOf(schema: Schema, path: string[] | null, planted: string): unknown {
  if (path?.length === 0) return planted;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.type === "object") {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const wanted = Object.entries(Object(schema.properties)).filter(
      ([name]) => required.includes(name) || path?.[0] === name,
    );
    return Object.fromEntries(
      wanted.map(([name, property]) => [
        name,
        sampleOf(Object(property), path?.[0] === name ? path.slice(1) : null, planted),
      ]),
    );
  }
  if (schema.type === "array") return path ? [sampleOf(Object(schema.items), path.slice(1), planted)] : [];
  const options = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(options)) return sampleOf(Object(options[0]), path, planted);
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if (schema.type === "integer" || schema.type === "number") return Number(schema.minimum ?? 1);
  if (schema.type === "boolean") return false;
  return schema.pattern === undefined ? "plain text" : "0";
}

/** Sends an input as a permitted caller: a maintainer, or the searcher who owns the key. Returns the response. */
async function send(api: Api, contract: EndpointContract, input: Schema): Promise<string> {
  const keyed: Record<string, string> = contract.auth === "append_key" ? {} : { ...(await maintainer(api)).headers };
  let path: string = contract.path;
  const body: Schema = {};
  const query = new URLSearchParams();
  const thread = contract.auth === "append_key" ? await openThread(api) : null;
  for (const [name, value] of Object.entries(input)) {
    const carrier = fieldCarrier(contract, name);
    if (carrier === "path") path = path.replace(/\{\w+\}/, thread ? thread.thread_id : String(value));
    else if (carrier === "query") query.set(name, String(value));
    else if (carrier === "body") body[name] = value;
  }
  if (thread) keyed["x-service-append-key"] = thread.append_key;
  const sent = contract.method === "GET" ? await api.get(`${path}?${query}`, keyed) : await api.post(path, body, keyed);
  return sent.text;
}
