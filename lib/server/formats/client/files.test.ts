import { readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import type { z } from "zod";
import type { AnswerOf, InputOf } from "@/lib/client/operations";
import type { startTask } from "@/lib/contract/knowledge/tasks-start";
import type { createReply, listReplies } from "@/lib/contract/public/replies";
import type { searchPost } from "@/lib/contract/public/search";
import type { getSkill } from "@/lib/contract/public/skills";
import { forget } from "@/lib/platform/singleton";
import { buildClient } from "@/lib/server/formats/client/build";
import committed from "@/lib/server/formats/client/files.json" with { type: "json" };
import { packedClient } from "@/lib/server/formats/client/serve";
import { clientSources } from "@/lib/server/formats/client/sources";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const CLIENT_BYTES_MAX = 16_000;
const PACKAGE_BYTES_MAX = 100_000;

test("the types and the table of the client are what the contract makes: npm run client", () => {
  const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), "utf8");
  for (const [file, text] of Object.entries(clientSources())) expect(read(file)).toBe(text);
});

test("what is served as the client is what its source builds: npm run client", async () => {
  expect(await buildClient()).toEqual(committed);
});

test("the client is one module without imports", () => {
  expect(committed["client.js"]).not.toMatch(/^\s*(import|require)\b/m);
  expect(committed["client.d.ts"]).not.toMatch(/^\s*import\b/m);
  expect(committed["client.d.ts"].match(/^export \{.*/gm)).toEqual([
    expect.stringMatching(/ createClient, .* search /),
  ]);
});

test("the client, its types and the whole package are small", async () => {
  const module = gzipSync(committed["client.js"] + committed["client.d.ts"], { level: 9 });
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
  expect(names).toEqual(Object.keys(committed).map((name) => `package/${name}`));
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
