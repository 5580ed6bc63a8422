import { expect, test } from "@playwright/test";
import { env, forgetEnv } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { forget, singleton } from "@/lib/platform/singleton";
import { clientKey, idleRateHeaders, refuseWhenSpent, spendRate } from "@/lib/server/http/rate-limit";

const realNow = performance.now;
const given = { ...process.env };
let now = 5_000_000;

/** Resets the limits with these variables and stops the clock. */
function begin(variables: Record<string, string> = {}): void {
  for (const name of Object.keys(process.env)) if (/^RATE_/.test(name)) delete process.env[name];
  Object.assign(process.env, variables);
  forgetEnv();
  forget("rate-limiters");
  now = 5_000_000;
  performance.now = () => now;
}
test.beforeEach(() => begin());
test.afterEach(() => {
  for (const name of Object.keys(process.env)) if (/^RATE_/.test(name)) delete process.env[name];
  for (const [name, value] of Object.entries(given)) if (/^RATE_/.test(name)) process.env[name] = value;
  forgetEnv();
  forget("rate-limiters");
  performance.now = realNow;
});

const refusalOf = (call: () => unknown) => {
  try {
    call();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return null;
};

test("every call takes one off, and a client that has none left is told when it will have some", () => {
  const size = env().RATE_CONNECTIONS_PER_HOUR;
  const client = newId("req");
  for (let left = size - 1; left >= 0; left -= 1)
    expect(spendRate("signup", client)?.ratelimit).toBe(`"connections";r=${left};t=3600`);
  const refusal = refusalOf(() => spendRate("signup", client));
  expect(refusal?.code).toBe("rate_limited");
  expect(refusal?.options.headers).toEqual({ ...idleRateHeaders("signup"), ratelimit: '"connections";r=0;t=3600' });
  expect(spendRate("signup", newId("req"))?.ratelimit).toBe(`"connections";r=${size - 1};t=3600`);
});

test("of two windows the one that is used up refuses, and says so", () => {
  const { RATE_THREADS_PER_MINUTE: minute, RATE_THREADS_PER_DAY: day } = env();
  const client = newId("req");
  for (let count = 0; count < minute; count += 1) spendRate("threads", client);
  for (let count = 0; count < 5; count += 1)
    expect(refusalOf(() => spendRate("threads", client))?.message).toContain("threads-minute");
  expect(idleRateHeaders("threads").ratelimit).toBe(
    `"threads-minute";r=${minute};t=60, "threads-day";r=${day};t=86400`,
  );
});

const LIMITS = {
  read: [["reads", 300, 60, "minute and client address"]],
  threads: [
    ["threads-minute", 30, 60, "minute and client address"],
    ["threads-day", 500, 86_400, "day and client address"],
  ],
  reply: [["replies", 60, 60, "minute and client address"]],
  signup: [["connections", 10, 3_600, "hour and client address"]],
  v2_read: [["knowledge-reads", 300, 60, "minute and connection"]],
  v2_write: [["knowledge-writes", 60, 60, "minute and connection"]],
  submission: [["submissions", 60, 3_600, "hour and connection"]],
} as const;
type Limit = keyof typeof LIMITS;

for (const limit of Object.keys(LIMITS) as Limit[]) {
  test(`the limit of ${limit} has its documented size, window, headers and sentence`, () => {
    const windows = LIMITS[limit];
    const policy = windows.map(([name, size, seconds]) => `"${name}";q=${size};w=${seconds}`).join(", ");
    const left = (used: number) =>
      windows.map(([name, size, seconds]) => `"${name}";r=${size - used};t=${seconds}`).join(", ");
    expect(idleRateHeaders(limit)).toEqual({ "ratelimit-policy": policy, ratelimit: left(0) });
    const [[name, size, seconds, per]] = windows;
    for (let used = 1; used <= size; used += 1)
      expect(spendRate(limit, "a")).toEqual({ "ratelimit-policy": policy, ratelimit: left(used) });

    const refusal = refusalOf(() => spendRate(limit, "a"));
    expect(refusal?.code).toBe("rate_limited");
    expect(refusal?.options).toEqual({
      detail: `The limit "${name}" of ${size} per ${per} is used up; it resets in ${seconds} s.`,
      extra: { limit: { name, size, window_seconds: seconds, resets_in_seconds: seconds } },
      retryAfterSeconds: seconds,
      headers: { "ratelimit-policy": `"${name}";q=${size};w=${seconds}`, ratelimit: `"${name}";r=0;t=${seconds}` },
    });
  });
}

test("the day's limit refuses in words of its own", () => {
  begin({ RATE_THREADS_PER_MINUTE: "9", RATE_THREADS_PER_DAY: "2" });
  spendRate("threads", "a");
  spendRate("threads", "a");
  expect(refusalOf(() => spendRate("threads", "a"))?.options.detail).toBe(
    'The limit "threads-day" of 2 per day and client address is used up; it resets in 86400 s.',
  );
});

test("every variable sets the size of its own limit", () => {
  begin({
    RATE_READS_PER_MINUTE: "11",
    RATE_THREADS_PER_MINUTE: "12",
    RATE_THREADS_PER_DAY: "13",
    RATE_REPLIES_PER_MINUTE: "14",
    RATE_CONNECTIONS_PER_HOUR: "15",
    RATE_V2_READS_PER_MINUTE: "16",
    RATE_V2_WRITES_PER_MINUTE: "17",
    RATE_SUBMISSIONS_PER_HOUR: "18",
  });
  const sizes = (Object.keys(LIMITS) as Limit[]).map((limit) =>
    idleRateHeaders(limit)["ratelimit-policy"].replace(/"|;w=\d+/g, ""),
  );
  expect(sizes).toEqual([
    "reads;q=11",
    "threads-minute;q=12, threads-day;q=13",
    "replies;q=14",
    "connections;q=15",
    "knowledge-reads;q=16",
    "knowledge-writes;q=17",
    "submissions;q=18",
  ]);
});

test("a window that is used up refuses until its last millisecond, and counts from one again at its end", () => {
  begin({ RATE_REPLIES_PER_MINUTE: "2" });
  spendRate("reply", "a");
  now += 20_000;
  expect(spendRate("reply", "a")?.ratelimit).toBe('"replies";r=0;t=40');
  now = 5_000_000 + 59_999;
  const refusal = refusalOf(() => spendRate("reply", "a"));
  expect(refusal?.options.retryAfterSeconds).toBe(1);
  expect(refusalOf(() => refuseWhenSpent("reply", "a"))?.options.headers?.ratelimit).toBe('"replies";r=0;t=1');
  now = 5_000_000 + 60_000;
  expect(refusalOf(() => refuseWhenSpent("reply", "a"))).toBeNull();
  expect(spendRate("reply", "a")?.ratelimit).toBe('"replies";r=1;t=60');
  now += 1;
  expect(spendRate("reply", "a")?.ratelimit).toBe('"replies";r=0;t=60');
  now += 1_000;
  expect(refusalOf(() => spendRate("reply", "a"))?.options.retryAfterSeconds).toBe(59);
});

test("a window that has ended counts from one again, also before ended windows are forgotten", () => {
  begin({ RATE_READS_PER_MINUTE: "9" });
  const left = (client: string) => spendRate("read", client)?.ratelimit;
  left("a");
  now += 30_000;
  left("b");
  expect(left("b")).toBe('"reads";r=7;t=60');
  // This call forgets ended windows, so that none is forgotten for a minute.
  now += 30_000;
  left("a");
  now += 30_000;
  expect(left("b")).toBe('"reads";r=8;t=60');
});

test("a question whether anything is left counts nothing, and a refused call makes no wait longer", () => {
  begin({ RATE_REPLIES_PER_MINUTE: "1" });
  for (let n = 0; n < 5; n += 1) expect(refusalOf(() => refuseWhenSpent("reply", "a"))).toBeNull();
  expect(spendRate("reply", "a")?.ratelimit).toBe('"replies";r=0;t=60');
  for (let n = 0; n < 5; n += 1) {
    now += 1_000;
    expect(refusalOf(() => spendRate("reply", "a"))?.options.retryAfterSeconds).toBe(59 - n);
  }
});

test("a call without a limit is not counted and answers as reading does", () => {
  expect(spendRate("none", "a")).toBeNull();
  expect(idleRateHeaders("none")).toEqual(idleRateHeaders("read"));
});

test("with RATE_LIMITS=off calls are counted and never refused", () => {
  begin({ RATE_LIMITS: "off", RATE_REPLIES_PER_MINUTE: "2" });
  const left = Array.from({ length: 4 }, () => spendRate("reply", "a")?.ratelimit);
  expect(left).toEqual(['"replies";r=1;t=60', ...Array(3).fill('"replies";r=0;t=60')]);
  expect(refusalOf(() => refuseWhenSpent("reply", "a"))).toBeNull();
});

test("windows that have ended are forgotten, so that memory does not grow with every address", () => {
  type Limiters = Record<string, Array<{ windows: Map<string, unknown> }>>;
  for (let n = 0; n < 10_000; n += 1) spendRate("reply", `client ${n}`);
  const windows = singleton<Limiters>("rate-limiters", () => ({})).reply?.[0]?.windows;
  expect(windows?.size).toBe(10_000);
  now += 59_999;
  spendRate("reply", "late");
  expect(windows?.size).toBe(10_001);
  now += 1;
  spendRate("reply", "client 1");
  // The earlier windows have ended; the late one has not.
  expect([...(windows?.keys() ?? [])].sort()).toEqual(["client 1", "late"]);
  now += 59_999;
  spendRate("reply", "client 2");
  expect(windows?.size, "looked for once a minute").toBe(3);
});

const keys: Array<[address: string, key: string]> = [
  ["192.0.2.1", "192.0.2.1"],
  ["unknown", "unknown"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["::ffff:c000:0201", "192.0.2.1"],
  ["0:0:0:0:0:ffff:c0ff:fe01", "192.255.254.1"],
  ["1:0:0:0:0:ffff:c000:0201", "1:0:0:0::/64"],
  ["0:0:0:0:1:ffff:c000:0201", "0:0:0:0::/64"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8::1", "2001:db8:0:0::/64"],
  ["2001:db8::3:4:5:6", "2001:db8:0:0::/64"],
  ["2001:db8:1:2:3::", "2001:db8:1:2::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["no: address", "no: address"],
];
test("clients are counted by address, and in IPv6 by network", () => {
  expect(keys.map(([address]) => [address, clientKey(address)])).toEqual(keys);
});
