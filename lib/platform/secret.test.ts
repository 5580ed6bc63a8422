import { createHash, createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { deriveAppendKey, hashAppendKey, newAppendKey } from "@/lib/domain/threads/append-key";
import { forgetEnv } from "@/lib/platform/env";
import { seal, sha256 } from "@/lib/platform/secret";

const SECRET = "a fixed secret of the tests, forty characters";
const before = process.env.CAIRN_SECRET;

test.beforeEach(() => {
  process.env.CAIRN_SECRET = SECRET;
  forgetEnv();
});
test.afterEach(() => {
  if (before === undefined) delete process.env.CAIRN_SECRET;
  else process.env.CAIRN_SECRET = before;
  forgetEnv();
});

test("a seal is what it was before: stored keys, cursors and hashes of addresses stay valid", () => {
  expect(seal("cursor", "list_replies", "thr_a").toString("hex")).toBe(
    "dc4d5c5edc43df2d4399c53583e5fc2643f51fb8620cfbfd61b8ed3c191abf84",
  );
  expect(seal("append_key", "list_replies", "thr_a").toString("hex")).toBe(
    "6877f2eb98cba1a9c27f43e7fcefcbb96b90e580647ea0988d863dd5436943de",
  );
  expect(seal("network", "list_replies", "thr_a").toString("hex")).toBe(
    "b678fa6f17d14068cc63d1e9bc1452c577f5f224acca89166254484f7fb5c41e",
  );
  expect(sha256("abc").toString("hex")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("a seal is the HMAC of its purpose and of each part after its length", () => {
  const expected = createHmac("sha256", SECRET).update("principal\u00002\u0000é\u00001\u0000b").digest("hex");
  expect(seal("principal", "é", Buffer.from("b")).toString("hex")).toBe(expected);
});

test("the seals of one text differ by purpose, and parts that join to one text differ by where they part", () => {
  const purposes = ["cursor", "append_key", "principal", "network", "fingerprint"] as const;
  expect(new Set(purposes.map((purpose) => seal(purpose, "a").toString("hex"))).size).toBe(5);
  const parts = [["ab", "c"], ["a", "bc"], ["abc"], ["", "abc"], ["abc", ""], ["a", "b", "c"]];
  expect(new Set(parts.map((list) => seal("cursor", ...list).toString("hex"))).size).toBe(parts.length);
});

test("without a secret nothing is sealed, and the error names the variable", () => {
  delete process.env.CAIRN_SECRET;
  forgetEnv();
  expect(() => seal("cursor", "a")).toThrow("CAIRN_SECRET is not set");
});

test("an append key of a thread and a nonce is always the same one", () => {
  const nonce = Buffer.from("000102030405060708090a0b0c0d0e0f", "hex");
  const key = deriveAppendKey("thr_AZqT3v0kQ7yB1cD2eF3gHA", nonce);
  expect(key).toBe("ak_S2dtBMGk3u_CJkFkTa1ebHLqYBO-0JF6i8Xq8BTNwqg");
  expect(deriveAppendKey("thr_AZqT3v0kQ7yB1cD2eF3gHB", nonce)).not.toBe(key);
  expect(hashAppendKey(key)).toEqual(createHash("sha256").update(key).digest());
});

test("a new append key has a nonce of sixteen bytes of its own, from which it can be made again", () => {
  const [first, second] = [newAppendKey("thr_a"), newAppendKey("thr_a")];
  expect(first.key).toMatch(/^ak_[A-Za-z0-9_-]{43}$/);
  expect(first.nonce).toHaveLength(16);
  expect(first.nonce).not.toEqual(second.nonce);
  expect(first.key).toBe(deriveAppendKey("thr_a", first.nonce));
  expect(first.hash).toEqual(hashAppendKey(first.key));
});
