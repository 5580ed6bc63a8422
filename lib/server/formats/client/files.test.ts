import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import type { z } from "zod";
import type { AnswerOf, InputOf } from "@/lib/client/operations";
import type { startTask } from "@/lib/contract/knowledge/threads";
import type { searchPost } from "@/lib/contract/public/search";
import type { getSkill } from "@/lib/contract/public/skills";
import type { createReply, listReplies } from "@/lib/contract/public/threads";
import { forget } from "@/lib/platform/singleton";
import { builtPackages } from "@/lib/server/formats/client/outputs";
import { packedClient } from "@/lib/server/formats/client/packages";

const CLIENT_BYTES_MAX = 16_000;
const PACKAGE_BYTES_MAX = 100_000;

const { client } = builtPackages();

test("the client is one module without imports", () => {
  expect(client["client.js"]).not.toMatch(/^\s*(import|require)\b/m);
  expect(client["client.d.ts"]).not.toMatch(/^\s*import\b/m);
  expect(client["client.d.ts"].match(/^export \{.*/gm)).toEqual([expect.stringMatching(/ createClient, .* search, /)]);
});

test("the client, its types and the whole package are small", async () => {
  const module = gzipSync(client["client.js"] + client["client.d.ts"], { level: 9 });
  expect(module.length).toBeLessThanOrEqual(CLIENT_BYTES_MAX);
  expect(packedClient().length).toBeLessThanOrEqual(PACKAGE_BYTES_MAX);
});

test("the package has the same bytes each time, and every header of its archive is whole", () => {
  const bytes = Buffer.from(packedClient());
  forget("client-package");
  expect(Buffer.from(packedClient())).toEqual(bytes);
  // Neither the time nor the operating system is in the bytes.
  expect([bytes.readUInt32LE(4), bytes[9]]).toEqual([0, 255]);
  const tar = gunzipSync(bytes);
  const names: string[] = [];
  for (let at = 0; tar[at] !== 0; ) {
    const block = tar.subarray(at, at + 512);
    const field = (from: number, length: number) => block.toString("ascii", from, from + length).replace(/\0.*/, "");
    names.push(field(0, 100));
    const blank = Buffer.from(block).fill(" ", 148, 156);
    expect(Number.parseInt(field(148, 8), 8)).toBe(blank.reduce((sum, byte) => sum + byte, 0));
    at += 512 + Math.ceil(Number.parseInt(field(124, 12), 8) / 512) * 512;
  }
  expect(names).toEqual(Object.keys(client).map((name) => `package/${name}`));
});

/** Whether two types are the same for their users; does not compile when one may not stand for the other. */
type Same<A extends B, B extends C, C = A> = [A, B, C];
type Data<O extends { output: z.ZodType<{ data: unknown }> }> = z.output<O["output"]>["data"];
export type Kept = [
  Same<Data<typeof searchPost>, AnswerOf<"searchPost">>,
  Same<Data<typeof createReply>, AnswerOf<"createReply">>,
  Same<Data<typeof getSkill>, AnswerOf<"getSkill">>,
  Same<Data<typeof startTask>, AnswerOf<"startTask">>,
  Same<z.output<typeof listReplies.output>, AnswerOf<"listReplies">>,
  Same<z.input<typeof createReply.input>, InputOf<"createReply">>,
  Same<z.input<typeof startTask.input>, InputOf<"startTask">>,
];
