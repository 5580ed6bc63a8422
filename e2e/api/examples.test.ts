import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@/e2e/support/api";
import { documented } from "@/e2e/support/contract";
import { type Example, playExamples } from "@/e2e/support/example-steps";
import { word } from "@/e2e/support/fixtures";

/** Written by this test with UPDATE_EXAMPLES=1; `npm run openapi` then takes them into the committed documents. */
const FILE = path.join(import.meta.dirname, "../../lib/contract/examples.json");
const SUBJECT = "garden";
const BASE = "https://cairn.example";

test("every operation's example is what the service takes and answers, one after the other", async ({ api }) => {
  const subject = word();
  const played = await playExamples(api, subject);
  if (process.env.UPDATE_EXAMPLES === "1") {
    const text = JSON.stringify(played)
      .replaceAll(subject, SUBJECT)
      .replaceAll(api.base, BASE)
      .replace(/\b([ac]k)_[A-Za-z0-9_-]{43}/g, (_, kind) => `${kind}_${"EXAMPLE_".repeat(6).slice(0, 43)}`)
      .replace(/\brc_[A-Za-z0-9_-]{44}/g, `rc_${"EXAMPLE_".repeat(6).slice(0, 44)}`);
    writeFileSync(FILE, `${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  }
  const committed: Example[] = JSON.parse(readFileSync(FILE, "utf8"));
  expect(committed.map(({ name }) => name).sort()).toEqual(documented.map(({ name }) => name).sort());
  expect(committed.map(withoutIds)).toEqual(
    JSON.parse(JSON.stringify(played).replaceAll(subject, SUBJECT)).map(withoutIds),
  );
  for (const { name, input, answer } of committed) {
    const contract = documented.find((each) => each.name === name);
    expect(contract?.input.safeParse(input).error, name).toBeUndefined();
    expect(contract?.output.safeParse(answer).error, name).toBeUndefined();
  }
});

/** The request with the kind of each id and key in place of the id. */
function withoutIds({ name, input }: Example): unknown {
  const text = JSON.stringify({ name, input });
  return JSON.parse(text.replace(/\b(skl|skv|thr|msg|kop|con|rpt|src|bnd|ak|ck|rc)_[A-Za-z0-9_-]{22,44}/g, "$1_"));
}
