import { expect, test } from "@playwright/test";
import type { z } from "zod";
import type { OutcomeReported, Reply, SearchAnswer } from "@/lib/client/index";
import type { createReply, listReplies } from "@/lib/contract/public/replies";
import type { searchPost } from "@/lib/contract/public/search";
import { buildClient } from "@/lib/server/formats/build-client";
import committed from "@/lib/server/formats/client-files.json" with { type: "json" };

test("what is served as the client is what its source builds: npm run client", async () => {
  expect(await buildClient()).toEqual(committed);
});

test("the client is one module without imports", () => {
  expect(committed.script).not.toMatch(/^\s*(import|require)\b/m);
  expect(committed.types).not.toMatch(/^\s*import\b/m);
});

/** Whether `T` may be used where `Promised` is promised; does not compile when it may not. */
type Keeps<T extends Promised, Promised> = T;
export type Kept = [
  Keeps<z.output<typeof searchPost.output>["data"], SearchAnswer>,
  Keeps<z.output<typeof createReply.output>["data"], OutcomeReported>,
  Keeps<z.output<typeof listReplies.output>["data"][number], Reply>,
];
