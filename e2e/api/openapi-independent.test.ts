import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, type Received, test } from "@/e2e/support/api";
import { database, openThread, publishSkill } from "@/e2e/support/fixtures";
import { connect, conversation, versionRef } from "@/e2e/support/knowledge";

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> };
type Document = { paths: Record<string, Record<string, Operation>>; components: object };
type Exampled = { schema: object; example?: unknown };
type ExampledOperation = {
  parameters?: Array<Exampled & { required: boolean }>;
  requestBody?: { content: Record<string, Exampled> };
  responses: Record<string, { content?: Record<string, Exampled> }>;
};
const ADDRESSES = ["/api/v1/openapi.json", "/api/knowledge/v2/openapi.json"] as const;

for (const address of ADDRESSES)
  test(`${address} is valid for an independent validator, and every schema in it compiles`, async ({ api }) => {
    const { text } = await api.get(address);
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect([valid, errors]).toEqual([true, undefined]);
    const document: Document = JSON.parse(text);
    const compile = compilerOf(document);
    for (const methods of Object.values(document.paths))
      for (const { responses } of Object.values(methods))
        for (const { content = {} } of Object.values(responses))
          for (const { schema } of Object.values(content)) compile(schema);
  });

test("each operation has an example of a request and of an answer, and both match their schemas", async ({ api }) => {
  for (const address of ADDRESSES) {
    const document = JSON.parse((await api.get(address)).text);
    const compile = compilerOf(document);
    for (const [path, methods] of Object.entries<Record<string, ExampledOperation>>(document.paths))
      for (const [method, { parameters = [], requestBody, responses }] of Object.entries(methods)) {
        const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
        const shown = [success?.content?.["application/json"], requestBody?.content["application/json"]];
        for (const { schema, example } of [...parameters, ...shown.flatMap((each) => each ?? [])]) {
          if (example === undefined && parameters.some((each) => each.schema === schema && !each.required)) continue;
          expect(example, `${method} ${path}`).toBeDefined();
          const check = compile(schema);
          expect([check(example), check.errors], `${method} ${path}`).toEqual([true, null]);
        }
      }
  }
});

test("responses match the schemas of the documents in an independent compiler", async ({ api }) => {
  const [caller, skill, { thread_id, append_key }] = [await connect(api), await publishSkill(), await openThread(api)];
  await database()`select mark_dirty(${skill.skill_id})`;
  const reply = { outcome: "resolved", text: "It stopped.", used_versions: [versionRef(skill)] };
  const version = `/api/v1/skills/${skill.skill_id}/versions/${skill.version_id}`;
  const replies = `/api/v1/posts/${thread_id}/replies`;
  const v2 = (name: string, body: object) => api.post(`/api/knowledge/v2/${name}`, body, caller.headers);
  const answers: Array<[path: string, method: string, received: Received]> = [
    ["/api/v1/search", "post", await api.post("/api/v1/search", { q: "upsert rows in postgres", preview: true })],
    ["/api/v1/posts/{post_id}/replies", "post", await api.post(replies, reply, { "x-service-append-key": append_key })],
    ["/api/v1/posts/{post_id}/replies", "get", await api.get(replies)],
    ["/api/v1/posts/{post_id}/replies", "get", await api.get(`${replies}?since=never&limit=0`)],
    ["/api/v1/posts/{post_id}", "get", await api.get(`/api/v1/posts/${thread_id}`)],
    ["/api/v1/skills", "get", await api.get("/api/v1/skills?q=postgres&limit=3")],
    ["/api/v1/skills/{skill_id}/versions/{version_id}", "get", await api.get(version)],
    ["/api/v1/decisions", "get", await api.get("/api/v1/decisions?limit=5")],
    ["/api/v1/log", "get", await api.get("/api/v1/log?limit=3")],
    [
      "/api/knowledge/v2/search",
      "post",
      await v2("search", { query: "upsert rows", loaded_versions: [versionRef(skill)] }),
    ],
    ["/api/knowledge/v2/tasks/start", "post", await v2("tasks/start", { title: "Stop it", opening: "It turns." })],
    ["/api/knowledge/v2/insights", "post", await v2("insights", { target: conversation(thread_id), body: "Turn it." })],
    ["/api/knowledge/v2/sync", "post", await v2("sync", { selected_versions: [versionRef(skill)] })],
    ["/api/knowledge/v2/controls", "post", await v2("controls", { expected_control_revision: "1" })],
  ];
  for (const view of ["content", "history", "provenance", "decisions", "markdown", "links"])
    answers.push(["/api/knowledge/v2/read", "post", await v2("read", { ref: versionRef(skill), view })]);
  for (const address of ADDRESSES) {
    const document: Document = JSON.parse((await api.get(address)).text);
    const compile = compilerOf(document);
    for (const [path, method, { status, text, headers }] of answers) {
      const operation = document.paths[path]?.[method];
      if (!operation) continue;
      const type = String(headers["content-type"]).split(";")[0] ?? "";
      const schema = operation.responses[String(status)]?.content?.[type]?.schema;
      expect(schema, `${method} ${path} ${status} ${type}`).toBeDefined();
      const check = compile(schema ?? {});
      expect([check(JSON.parse(text)), check.errors], `${method} ${path}: ${text.slice(0, 300)}`).toEqual([true, null]);
    }
  }
});

/** A compilation takes long, so each schema is compiled once: those of problems are in most operations. */
const compilers = new Map<string, (schema: object) => ValidateFunction>();

function compilerOf(document: Document): (schema: object) => ValidateFunction {
  const components = JSON.stringify(document.components);
  const known = compilers.get(components) ?? newCompiler(document);
  compilers.set(components, known);
  return known;
}

function newCompiler({ components }: Document): (schema: object) => ValidateFunction {
  // Formats are annotations here, and the surrounding document has keywords that are unknown in schemas.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: "https://cairn.example/document", components });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"https://cairn.example/document#/components/');
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, check);
    return check;
  };
}
