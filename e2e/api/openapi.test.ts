import { readFileSync } from "node:fs";
import { type Api, expect, test } from "@/e2e/support/api";
import { documented, documentedCodes } from "@/e2e/support/contract";
import { FIELDS_FILE, openapiFields } from "@/e2e/support/openapi-fields";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { problemCodes, problems } from "@/lib/contract/problems";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  summary: string;
  parameters?: Array<{ name: string; in: string; required: boolean; schema: Json }>;
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>;
  security?: Json[];
};
type Document = {
  openapi: string;
  info: { title: string; version: string };
  servers: Array<{ url: string }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
};

const documents = {
  "/api/v1/openapi.json": "/api/v1/",
  "/api/knowledge/v2/openapi.json": "/api/knowledge/v2/",
} as const;

const known = new Map<string, Promise<Document>>();

/** A document, read once: most tests look at one operation in it. */
function read(api: Api, address: string): Promise<Document> {
  const document = known.get(address) ?? readNow(api, address);
  known.set(address, document);
  return document;
}

async function readNow(api: Api, address: string): Promise<Document> {
  const received = await api.get(address);
  expect([received.status, received.headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
  return JSON.parse(received.text);
}

for (const [address, prefix] of Object.entries(documents)) {
  const own = documented.filter((contract) => contract.path.startsWith(prefix));
  const find = (document: Document, contract: EndpointContract) => {
    const operation = document.paths[contract.path]?.[contract.method.toLowerCase()];
    if (!operation) throw new Error(`${contract.method} ${contract.path} is not in ${address}`);
    return operation;
  };

  test.describe(address, () => {
    test("is an OpenAPI 3.1 document whose references all resolve", async ({ api }) => {
      const document = await read(api, address);
      expect(document.openapi).toMatch(/^3\.1\.\d+$/);
      expect(document.info.title).toBeTruthy();
      expect(document.info.version).toBeTruthy();
      expect(document.servers).toEqual([{ url: api.base }]);
      for (const reference of references(document)) expect(lookUp(document, reference), reference).toBeDefined();
      const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
      expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
      for (const { security = [] } of operations) {
        for (const name of security.flatMap((scheme) => Object.keys(scheme)))
          expect(document.components.securitySchemes).toHaveProperty(name);
      }
    });

    for (const contract of own) {
      test(`has ${contract.name} with all its inputs`, async ({ api }) => {
        const operation = find(await read(api, address), contract);
        expect(operation.operationId).toBe(contract.name);
        expect(operation.summary).toBe(contract.summary);
        const parameters = new Map((operation.parameters ?? []).map((parameter) => [parameter.name, parameter]));
        for (const field of Object.keys(inputFields(contract))) {
          const carrier = fieldCarrier(contract, field);
          if (carrier === "path") expect(parameters.get(field)).toMatchObject({ in: "path", required: true });
          if (carrier === "query") expect(parameters.get(field)).toMatchObject({ in: "query" });
          if (carrier === "body" && contract.bodyForm !== "archive")
            expect(JSON.stringify(operation.requestBody)).toContain(`"${field}"`);
        }
        const inPath = [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
        expect([...parameters.values()].filter((parameter) => parameter.in === "path").map(({ name }) => name)).toEqual(
          inPath,
        );
        expect(parameters.has("Idempotency-Key")).toBe(contract.idempotent === true);
        expect(operation.requestBody?.required).toBe(contract.method === "POST" ? true : undefined);
        expect((operation.security ?? []).length > 0).toBe(contract.auth !== "none");
      });

      test(`has every response of ${contract.name}`, async ({ api }) => {
        const { responses } = find(await read(api, address), contract);
        const success = responses[String(contract.status ?? 200)];
        expect(success?.content?.["application/json"]?.schema).toBeDefined();
        if (contract.shared) expect(responses["304"]).toBeDefined();
        for (const code of documentedCodes(contract)) {
          const answer = responses[String(problems[code][0])];
          expect(answer?.description, `${code} of ${contract.name}`).toContain(code);
          expect(answer?.content).toHaveProperty(["application/problem+json"]);
        }
      });
    }

    test("has nothing beyond the contracts", async ({ api }) => {
      const document = await read(api, address);
      const listed = Object.entries(document.paths).flatMap(([at, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${at}`),
      );
      const known = documented.map((contract) => `${contract.method} ${contract.path}`);
      expect(listed.filter((operation) => !known.includes(operation))).toEqual([]);
    });
  });
}

test("the documents promise what openapi-fields.txt lists; after an intended change, run npm run openapi and add a line to CHANGELOG.md", async ({
  api,
}) => {
  const both = await Promise.all(Object.keys(documents).map((address) => read(api, address)));
  const listed = readFileSync(FIELDS_FILE, "utf8").trimEnd().split("\n");
  expect(openapiFields(both.map((document) => ({ ...document })))).toEqual(listed);
});

test("the documents list every problem of the catalogue", async ({ api }) => {
  const { components } = await read(api, "/api/v1/openapi.json");
  expect(components.schemas.Problem).toMatchObject({ properties: { code: { enum: problemCodes } } });
});

test("the document returns 304 for a known ETag", async ({ api }) => {
  const { headers } = await api.get("/api/v1/openapi.json");
  expect((await api.get("/api/v1/openapi.json", { "if-none-match": headers.etag ?? "" })).status).toBe(304);
});

function references(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === "$ref" ? [String(inner)] : references(inner)));
}

function lookUp(document: Document, reference: string): unknown {
  const parts = reference.replace(/^#\//, "").split("/");
  return parts.reduce<unknown>(
    (at, part) =>
      typeof at === "object" && at !== null ? Object.entries(at).find(([key]) => key === part)?.[1] : undefined,
    document,
  );
}
