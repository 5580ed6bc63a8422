import { expect, test } from "@playwright/test";
import { newId } from "@/lib/platform/ids";

const NOW = Date.UTC(2026, 10, 21, 9, 30);
const bytesOf = (id: string) => Buffer.from(id.slice(4), "base64url");

test("an id is its prefix and twenty-two characters, which hold the time and ten random bytes", () => {
  const id = newId("thr", NOW);
  expect(id).toMatch(/^thr_[A-Za-z0-9_-]{22}$/);
  expect(bytesOf(id)).toHaveLength(16);
  expect(bytesOf(id).readUIntBE(0, 6)).toBe(NOW);
  expect(newId("con", 0)).toMatch(/^con_AAAAAAAA/);
  const before = Date.now();
  const made = bytesOf(newId("msg")).readUIntBE(0, 6);
  expect(made).toBeGreaterThanOrEqual(before);
  expect(made).toBeLessThanOrEqual(Date.now());
});

test("an id made a millisecond later sorts later, whatever its random bytes are", () => {
  for (const later of [1, 255, 256, 65_536, 2 ** 32]) {
    const [first, second] = [bytesOf(newId("req", NOW)), bytesOf(newId("req", NOW + later))];
    expect(first.compare(second), `${later} ms`).toBe(-1);
  }
});

test("ten thousand ids of one millisecond all differ, and so does every one of their random bytes", () => {
  // More than the random bytes that are fetched at once serve: a fetch has 4,000 bytes, ten of them an id.
  const ids = Array.from({ length: 10_000 }, () => newId("skv", NOW));
  expect(new Set(ids).size).toBe(10_000);
  const random = ids.map((id) => bytesOf(id).subarray(6));
  for (let place = 0; place < 10; place += 1) {
    const values = new Set(random.map((bytes) => bytes[place]));
    expect(values.size, `values of random byte ${place}`).toBe(256);
  }
  // No byte serves two ids: neighbours that share bytes would let one id tell a part of the next.
  const shared = random.slice(1).filter((bytes, place) => {
    const before = random[place] ?? bytes;
    return [0, 1, 2, 3, 4, 5].some((from) => before.includes(bytes.subarray(from, from + 5)));
  });
  expect(shared).toEqual([]);
});

test("each random bit is set in about half of the ids", () => {
  const ids = Array.from({ length: 4_000 }, () => bytesOf(newId("rev", NOW)).subarray(6));
  for (let bit = 0; bit < 80; bit += 1) {
    const set = ids.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
    expect(set, `bit ${bit}`).toBeGreaterThan(4_000 * 0.4);
    expect(set, `bit ${bit}`).toBeLessThan(4_000 * 0.6);
  }
});
