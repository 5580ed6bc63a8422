import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { acceptSecret, requireSameSecret } from "@/db/start";
import { makeScratchDatabase, type ScratchDatabase, takeSettings } from "@/e2e/support/scratch";
import { deriveAppendKey } from "@/lib/domain/threads/append-key";
import { forgetEnv } from "@/lib/platform/env";
import { PROJECT_ROOT } from "@/lib/start/instance-layout";

const THREAD = "thr_AAAAAAAAAAAAAAAAAAAAAA";
const usual = process.env.CAIRN_SECRET;
const [former, present] = [randomBytes(32).toString("base64url"), randomBytes(32).toString("base64url")];
let scratch: ScratchDatabase;

test.beforeEach(async () => {
  scratch = await makeScratchDatabase();
});
test.afterEach(async () => {
  takeSettings({ CAIRN_SECRET: usual });
  await scratch.drop();
});

function startWith(secret: string): Promise<void> {
  process.env.CAIRN_SECRET = secret;
  forgetEnv();
  return requireSameSecret(scratch.sql);
}

test("a database is tied to the secret of its first start, because another secret would break replayed keys", async () => {
  await startWith(former);
  await startWith(former);
  const nonce = randomBytes(16);
  const key = deriveAppendKey(THREAD, nonce);
  await expect(startWith(present)).rejects.toThrow(/^CAIRN_SECRET is not the one that this database was used with/);
  expect(deriveAppendKey(THREAD, nonce)).not.toBe(key);
  await startWith(former);
});

test("of two first starts with different secrets one is refused", async () => {
  const outcomes = await Promise.allSettled([startWith(former), startWith(present)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

/** Of two stored responses one has an append key, which is derived from the secret. */
async function storeResponses(): Promise<void> {
  await scratch.sql`
    insert into idempotency_keys (principal, method, path, key, request_hash, body)
    select sha256('p'), 'POST', made.path, 'k', sha256('r'), made.body::json
    from (values ('/api/v1/search', '{"data":{"thread":{"thread_id":"thr_1","append_key":""}}}'),
                 ('/api/v1/connections', '{"data":{"connection_id":"con_1"}}')) as made (path, body)`;
}

async function storedResponses(): Promise<string[]> {
  const kept = await scratch.sql<{ path: string }[]>`select idempotency_keys.path from idempotency_keys`;
  return kept.map(({ path }) => path);
}

test("a change of the secret refuses the former one and deletes stored responses with outdated keys", async () => {
  await startWith(former);
  await storeResponses();
  await expect(startWith(present)).rejects.toThrow("npm run accept-secret");
  expect([await acceptSecret(scratch.sql), await acceptSecret(scratch.sql)]).toEqual([true, false]);
  await startWith(present);
  await expect(startWith(former)).rejects.toThrow("CAIRN_SECRET is not the one");
  expect(await storedResponses()).toEqual(["/api/v1/connections"]);
});

test("the command changes the secret once it is confirmed, and lists the effects", { tag: "@slow" }, async () => {
  await startWith(former);
  await storeResponses();
  const asked = await command();
  expect([asked.code, asked.said]).toEqual([
    2,
    expect.stringMatching(/cursors of lists and feeds[\s\S]*Nothing was changed/),
  ]);
  await expect(startWith(present)).rejects.toThrow("npm run accept-secret");
  const done = await command("--yes");
  expect([done.code, done.said]).toEqual([0, expect.stringContaining("The database now goes with this CAIRN_SECRET.")]);
  await startWith(present);
  await expect(startWith(former)).rejects.toThrow("CAIRN_SECRET is not the one");
  expect(await storedResponses()).toEqual(["/api/v1/connections"]);
  expect((await command("--yes")).said).toContain("nothing was changed");
});

/** Runs `npm run accept-secret` with the current secret. */
async function command(...words: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["--import", "tsx", "lib/cli/accept-secret.ts", ...words], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_OPTIONS: "", DATABASE_URL: scratch.url, CAIRN_SECRET: present },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said };
}
