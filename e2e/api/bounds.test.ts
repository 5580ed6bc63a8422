import { isDeepStrictEqual } from "node:util";
import { type Api, expect, type Headers, test } from "@/e2e/support/api";
import { type BoundCase, boundCases, unknownFieldCases } from "@/e2e/support/bounds";
import { contracts, sampleInput } from "@/e2e/support/contract";
import { openThread, publishSkill } from "@/e2e/support/fixtures";
import { type EndpointContract, fieldCarrier, inputFields } from "@/lib/contract/endpoint";
import { createConnection } from "@/lib/contract/public/connections";
import { createReply } from "@/lib/contract/public/threads";

/** A field with more cases is tested with every third of them in `npm test`; those take as long as all others. */
const CASES_MANY = 40;

// A body that is not JSON has no fields.
for (const contract of contracts.filter(({ bodyForm }) => bodyForm === undefined)) {
  const fields = Object.keys(inputFields(contract)).filter(
    (field) => typeof fieldCarrier(contract, field) === "string",
  );
  for (const field of fields) {
    const isLong = boundCases(contract, field, sampleInput(contract)).length > CASES_MANY;
    for (const { step, all, tag } of [
      { step: isLong ? 3 : 1, all: "", tag: [] },
      ...(isLong ? [{ step: 1, all: " in all cases", tag: ["@slow"] }] : []),
    ])
      test(`${contract.name} enforces the bounds of ${field}${all}`, { tag }, async ({ api }) => {
        const { input, headers } = await accepted(api, contract);
        const cases = boundCases(contract, field, input).filter((_, place) => place % step === 0);
        expect(cases.length).toBeGreaterThan(0);
        const broken: unknown[] = [];
        for (const bound of cases) {
          // A token that was replaced is refused before its body is read.
          const sent = contract.name === "rotate_token" ? (await accepted(api, contract)).headers : headers;
          broken.push(...(await check(api, contract, field, bound, sent)));
        }
        expect(broken).toEqual([]);
      });
  }

  test(`${contract.name} refuses unknown fields`, async ({ api }) => {
    const { input, headers } = await accepted(api, contract);
    const broken: unknown[] = [];
    for (const bound of unknownFieldCases(contract, input))
      broken.push(...(await check(api, contract, "", bound, headers)));
    expect(broken).toEqual([]);
  });
}

/**
 * Sends one case and returns the error in the response, if there is one. Values on a bound may fail for other reasons
 * (unknown id, forged cursor), but not for their form.
 */
async function check(
  api: Api,
  contract: EndpointContract,
  field: string,
  { promise, input, refusal }: BoundCase,
  headers: Headers,
): Promise<unknown[]> {
  const called = await api.call(contract, input, headers);
  const errors = called.ok ? [] : (called.problem.errors ?? []);
  const code = called.ok ? "accepted" : called.problem.code;
  if (!refusal) {
    const formal = ["invalid_text", "unsafe_text", "malformed_request", "malformed_json"].includes(code);
    const named = code === "validation_failed" && new RegExp(`"/?${field}[/"]`).test(JSON.stringify(errors));
    return formal || named ? [{ promise, code, errors }] : [];
  }
  const found = { status: called.status, code, errors: errors.map(({ detail: _, ...place }) => place) };
  const expected = { status: 422, code: "validation_failed", errors: [{ ...refusal.at, code: refusal.code }] };
  return isDeepStrictEqual(found, expected) ? [] : [{ promise, found, expected }];
}

/** A valid input for each endpoint: an existing thread, key, token and skill. */
async function accepted(
  api: Api,
  contract: EndpointContract,
): Promise<{ input: Record<string, unknown>; headers: Headers }> {
  const token = contract.auth === "connection" ? (await api.ok(createConnection, { name: "bounds" })).data.token : null;
  const headers: Headers = token ? { authorization: `Bearer ${token}` } : {};
  const own: Record<string, () => Promise<Record<string, unknown>>> = {
    search: async () => ({ preview: true }),
    search_post: async () => ({ preview: true }),
    list_replies: async () => ({ post_id: (await openThread(api)).thread_id }),
    create_reply: async () => {
      const { thread_id, append_key } = await openThread(api);
      return { post_id: thread_id, append_key };
    },
    retract_reply: async () => {
      const { thread_id: post_id, append_key } = await openThread(api);
      const made = await api.ok(createReply, { post_id, append_key, outcome: "resolved", text: "It did." });
      return { post_id, append_key, reply_id: made.data.reply.reply_id };
    },
    retract_post: async () => {
      const { thread_id, append_key } = await openThread(api);
      return { post_id: thread_id, append_key };
    },
    get_post: async () => ({ post_id: (await openThread(api)).thread_id }),
    get_skill: async () => ({ skill_id: (await publishSkill()).skill_id }),
    read: async () => ({ view: "comparison", compare_version_id: "skv_AAAAAAAAAAAAAAAAAAAAAA" }),
    get_skill_version: async () => {
      const { skill_id, version_id } = await publishSkill();
      return { skill_id, version_id };
    },
  };
  return { input: { ...sampleInput(contract), ...(await own[contract.name]?.()) }, headers };
}
