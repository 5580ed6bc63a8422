import fc from "fast-check";
import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { boundCases } from "@/e2e/support/bounds";
import { contracts, type RootSchema, resolve, type Schema, schemaOf } from "@/e2e/support/contract";
import { publishSkill } from "@/e2e/support/fixtures";
import { type Caller, connect, versionRef } from "@/e2e/support/knowledge";
import { answered } from "@/e2e/support/moderating";
import { fewAndAll, patienceMs } from "@/e2e/support/rounds";
import { type EndpointContract, inputFields } from "@/lib/contract/endpoint";
import { checkJson } from "@/lib/platform/check-json";
import { isStorableText } from "@/lib/text/safety/find-invisible";

const RUNS = Number(process.env.CAIRN_PROPERTY_RUNS ?? 30);
const tree = contracts.filter(({ auth, path }) => auth === "connection" && path.startsWith("/api/knowledge/v2/"));

/** Ids of existing objects, so that generated input also reaches the code behind validation. */
type Known = Record<string, string>;

const withScene = test.extend<{ caller: Caller; known: Known }>({
  caller: async ({ api }, use) => use(await connect(api)),
  known: async ({ api }, use) => {
    const other = await connect(api);
    const skill = await publishSkill();
    const { thread, operation } = await other.startTask();
    await other.addInsight(thread.thread_id, "Turn it.", { used_versions: [{ ref: versionRef(skill) }] });
    await use({
      "Skill id": skill.skill_id,
      "Skill version id": skill.version_id,
      "Conversation thread id": thread.thread_id,
      "Thread id": thread.thread_id,
      "Message id": thread.opening_message_id,
      "Operation reference": operation.operation_ref,
    });
  },
});

for (const contract of tree)
  for (const { count, tag } of fewAndAll(8, RUNS)) {
    withScene(
      `${contract.name} takes each of ${count} requests that its schema describes`,
      { tag },
      async ({ caller, known }) => {
        test.setTimeout(patienceMs(count));
        const valid = requests(contract, known);
        await fc.assert(
          fc.asyncProperty(valid, async (input) => {
            expect(contract.input.safeParse(input).error, "the generator made what the schema refuses").toBeUndefined();
            await checkTaken(contract, await callAsNew(caller, contract, input));
          }),
          { numRuns: count, endOnFailure: true },
        );
      },
    );

    withScene(
      `${contract.name} names the one field that is wrong in each of ${count} requests`,
      { tag },
      async ({ caller, known }) => {
        test.setTimeout(patienceMs(count));
        const fields = Object.keys(inputFields(contract));
        await fc.assert(
          fc.asyncProperty(
            requests(contract, known),
            fc.constantFrom(...fields),
            fc.nat(),
            async (input, field, which) => {
              const wrong = boundCases(contract, field, input).filter(({ refusal }) => refusal !== null);
              const chosen = wrong[which % wrong.length];
              if (!chosen?.refusal) throw new Error(`Nothing can be wrong with ${field}.`);
              const called = await caller.call(contract, chosen.input);
              const errors = called.ok ? [] : (called.problem.errors ?? []);
              expect(
                [called.status, errors.map(({ detail: _, ...place }) => place)],
                `${chosen.promise}: ${JSON.stringify(chosen.input).slice(0, 500)}`,
              ).toEqual([422, [{ ...chosen.refusal.at, code: chosen.refusal.code }]]);
            },
          ),
          { numRuns: count, endOnFailure: true },
        );
      },
    );

    withScene(
      `${contract.name} answers any JSON (${count} times), and refuses just what its schema refuses`,
      { tag },
      async ({ api, caller }) => {
        test.setTimeout(patienceMs(count));
        const json = fc.oneof(fc.jsonValue(), fc.jsonValue({ stringUnit: "binary" }));
        const named = fc.dictionary(fc.constantFrom(...Object.keys(inputFields(contract)), "kind", "ref"), json);
        await fc.assert(
          fc.asyncProperty(fc.oneof({ weight: 1, arbitrary: json }, { weight: 3, arbitrary: named }), async (body) => {
            await checkReceived(api, contract, caller.headers, JSON.stringify(body));
          }),
          { numRuns: count, endOnFailure: true },
        );
      },
    );
  }

/** A request may revoke the connection permanently; then the next request uses a new connection. */
async function callAsNew(caller: Caller, contract: EndpointContract, input: object) {
  const current = contract.name === "set_controls" ? await connect(caller.api) : caller;
  return answered(() => current.call(contract, { ...input }));
}

/** A request with a valid form may name unknown or incompatible objects; no other error is allowed. */
async function checkTaken(contract: EndpointContract, called: Awaited<ReturnType<typeof callAsNew>>): Promise<void> {
  if (called.ok) return;
  const { code, errors } = called.problem;
  if (contract.name === "read" && code === "validation_failed")
    expect(errors?.map(({ pointer }) => pointer)).toEqual(["/compare_version_id"]);
  else
    expect([
      "not_found",
      "unknown_reference",
      "view_not_supported",
      "invalid_cursor",
      "control_revision_conflict",
      "selection_revision_conflict",
    ]).toContain(code);
}

async function checkReceived(api: Api, contract: EndpointContract, token: Headers, text: string): Promise<void> {
  const headers = { "content-type": "application/json", ...token };
  const received = await api.send("POST", contract.path, headers, text);
  const body: unknown = JSON.parse(text);
  const { result: parsed } = checkJson(contract.input, body);
  if (parsed.success) {
    expect(received.status, text).not.toBe(500);
    if (received.status === 422)
      expect(["unknown_reference", "view_not_supported", "validation_failed", "unsafe_text"]).toContain(
        api.problemOf(received).code,
      );
    return;
  }
  expect(received.status, text).toBe(422);
  const problem = api.problemOf(received);
  expect(problem.code, text).toBe(storable(body) ? "validation_failed" : "invalid_text");
  const named = new Set(problem.errors?.map(({ pointer }) => pointer?.split("/")[1] ?? ""));
  for (const issue of parsed.error.issues) {
    const places = issue.code === "unrecognized_keys" && issue.path.length === 0 ? issue.keys : [issue.path[0] ?? ""];
    for (const place of places) expect([...named], `${text} must name ${String(place)}`).toContain(inPointer(place));
  }
}

/** The name as it appears in a pointer: escaped and cut to 80 characters. */
function inPointer(name: PropertyKey): string {
  return [...String(name)].slice(0, 80).join("").replaceAll("~", "~0").replaceAll("/", "~1");
}

function storable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => isStorableText(name) && storable(inner));
}

function requests(contract: EndpointContract, known: Known): fc.Arbitrary<Record<string, unknown>> {
  const root = schemaOf(contract);
  return made(root, root, known).map((value) => Object(value));
}

function made(root: RootSchema, given: Schema, known: Known, name = ""): fc.Arbitrary<unknown> {
  const schema = resolve(root, given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((one) => made(root, one, known, name)));
  if (schema.type === "integer") return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 });
  if (schema.type === "array")
    return fc.array(made(root, schema.items ?? {}, known, name), { maxLength: schema.maxItems ?? 3, size: "small" });
  if (schema.type === "object") {
    const fields: Array<[string, fc.Arbitrary<unknown>]> = Object.entries(schema.properties ?? {}).map(
      ([field, inner]) => [field, made(root, inner, known, field)],
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  return textOf(schema, known, name);
}

/** Every kind of character that plain text may contain, and no word that could be a secret. */
const CHARACTERS = [..."aeiou xyz.,:;!?()[]{}'\"\\/|&%$#@*+-=_~^0123456789éßñλжشא語한𝒳\n\t🧑"];

function textOf(schema: Schema, known: Known, name: string): fc.Arbitrary<string> {
  if (schema.title === "Revision number") return fc.bigInt({ min: 0n, max: 9223372036854775807n }).map(String);
  const prefix = /^\^([a-z]+)_\[/.exec(schema.pattern ?? "")?.[1];
  if (prefix) {
    const real = known[schema.title ?? ""];
    const random = fc.string({ unit: fc.constantFrom(..."ABCxyz019_-"), minLength: 22, maxLength: 22 });
    const id = random.map((text) => `${prefix}_${text}`);
    return real ? fc.oneof(fc.constant(real), id) : id;
  }
  if (name === "public_references") return fc.webUrl({ validSchemes: ["https"] }).filter((url) => url.length < 2_000);
  return fc.string({
    unit: fc.constantFrom(...CHARACTERS),
    minLength: schema.minLength ?? 1,
    maxLength: schema.maxLength ?? 500,
    size: "max",
  });
}
