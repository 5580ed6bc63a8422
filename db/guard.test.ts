import { mock } from "node:test";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { NotCommitted } from "@/db/failures";
import { makeGuard } from "@/db/guard";
import { Problem } from "@/lib/platform/errors";

const LIMITS = { permits: 2, queueMax: 2, waitMs: 40, callMs: 120 };
const never = () => new Promise<never>(() => {});
const broken = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const codeOf = (error: unknown) => (error instanceof Problem ? error.code : String(error));

test("a call that never settles is refused and reported as lost", async () => {
  const guard = makeGuard(LIMITS);
  let lost = 0;
  const hanging = guard.run(
    (onLoss) => {
      onLoss(() => {
        lost += 1;
      });
      return never();
    },
    { retries: 1 },
  );
  expect(await hanging.catch(codeOf)).toBe("unavailable");
  expect(lost).toBe(1);
});

test("waiting, calling and retrying share one deadline", async () => {
  // The test controls the clock: on a busy machine real time could not distinguish one deadline from two.
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
  try {
    const guard = makeGuard(LIMITS);
    let calls = 0;
    const slowly = () => {
      calls += 1;
      return new Promise<never>((_, reject) => {
        setTimeout(() => reject(Object.assign(new Error("reset"), { code: "ECONNRESET" })), LIMITS.callMs * 0.75);
      });
    };
    let settled = "not yet";
    void guard.run(slowly, { retries: 9 }).catch((error: unknown) => {
      settled = codeOf(error);
    });
    for (let ms = 0; ms < LIMITS.callMs; ms += 1) {
      expect(settled).toBe("not yet");
      mock.timers.tick(1);
      await turn();
    }
    expect(settled).toBe("unavailable");
    expect(calls).toBe(2);
  } finally {
    mock.timers.reset();
  }
});

test("a read is retried once after a broken connection, a write is not", async () => {
  const calls = { read: 0, write: 0 };
  const fail = (kind: keyof typeof calls) => () => {
    calls[kind] += 1;
    return calls[kind] === 1 ? broken("CONNECTION_CLOSED")() : Promise.resolve(kind);
  };
  const guard = makeGuard(LIMITS);
  expect(await guard.run(fail("read"), { retries: 1 })).toBe("read");
  expect(await guard.run(fail("write"), { retries: 0 }).catch(codeOf)).toBe("unavailable");
  expect(calls).toEqual({ read: 2, write: 1 });
});

test("a statement timeout is refused once and does not count against the connection", async () => {
  const guard = makeGuard(LIMITS);
  let calls = 0;
  for (let count = 0; count < 10; count += 1) {
    const timedOut = () => {
      calls += 1;
      return broken("57014")();
    };
    expect(await guard.run(timedOut, { retries: 1 }).catch(codeOf)).toBe("unavailable");
  }
  expect(calls).toBe(10);
  expect(guard.state().breaker).toBe("closed");
});

test("five broken connections open the breaker, and one answer closes it", async () => {
  const guard = makeGuard(LIMITS);
  for (let count = 0; count < 5; count += 1) await guard.run(broken("ECONNREFUSED"), { retries: 0 }).catch(codeOf);
  expect(guard.state().breaker).toBe("open");
  let calls = 0;
  const asked = () => {
    calls += 1;
    return Promise.resolve("well");
  };
  expect(await guard.run(asked, { retries: 0 }).catch(codeOf)).toBe("unavailable");
  expect(calls, "calls while it is open").toBe(0);
  await expect.poll(() => guard.run(asked, { retries: 0 }).catch(codeOf), { intervals: [50] }).toBe("well");
  expect(guard.state()).toEqual({ running: 0, waiting: 0, breaker: "closed", writes: null });
});

test("beyond the permits a few calls wait, and all others are refused at once", async () => {
  const guard = makeGuard(LIMITS);
  const ends: Array<(value: string) => void> = [];
  const call = () =>
    guard.run(() => new Promise<string>((resolve) => ends.push(resolve)), { retries: 0 }).catch(codeOf);
  const calls = [call(), call(), call(), call()];
  expect(await call()).toBe("unavailable");
  // Everything up to here takes event loop turns, not time; waiting for less than the deadlines would race them.
  await turn();
  expect(guard.state()).toMatchObject({ running: 2, waiting: 2 });
  ends.splice(0).forEach((end) => {
    end("done");
  });
  await turn();
  expect(ends.length).toBe(2);
  ends.splice(0).forEach((end) => {
    end("done");
  });
  expect(await Promise.all(calls)).toEqual(["done", "done", "done", "done"]);
  expect(guard.state()).toEqual({ running: 0, waiting: 0, breaker: "closed", writes: null });
});

test("time spent stalled does not count as waiting for the database", async () => {
  const guard = makeGuard({ ...LIMITS, permits: 1, queueMax: 9, waitMs: 400, callMs: 5_000 });
  const calls = Array.from({ length: 4 }, (_, place) => guard.run(() => sleep(30, place), { retries: 0 }));
  const until = performance.now() + 700;
  while (performance.now() < until);
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3]);
});

test("a stalled process does not make a call time out", async () => {
  const guard = makeGuard({ ...LIMITS, callMs: 400 });
  const answered = guard.run(
    async () => {
      await turn();
      const until = performance.now() + 900;
      while (performance.now() < until);
      return sleep(30, "answered");
    },
    { retries: 0 },
  );
  expect(await answered).toBe("answered");
});

test("calls known to have stored nothing are retried on new connections, writes too, up to a limit", async () => {
  const guard = makeGuard(LIMITS);
  const outdated = [
    Object.assign(new Error("no such statement"), { code: "26000" }),
    Object.assign(new Error("cached plan"), { code: "0A000", routine: "RevalidateCachedQuery" }),
  ];
  let calls = 0;
  let losses = 0;
  const repaired = await guard.run(
    (onLoss) => {
      onLoss(() => {
        losses += 1;
      });
      calls += 1;
      return outdated[calls - 1] ? Promise.reject(outdated[calls - 1]) : Promise.resolve("stored");
    },
    { retries: 0 },
  );
  expect([repaired, calls, losses]).toEqual(["stored", 3, 2]);
  calls = 0;
  const rolledBack = () => {
    calls += 1;
    return Promise.reject(new NotCommitted("ROLLBACK"));
  };
  expect(await guard.run(rolledBack, { retries: 0 }).catch(codeOf)).toBe("unavailable");
  expect(calls).toBe(3);
  expect(guard.state().breaker).toBe("closed");
});

test("an unsupported feature is not an outdated statement", async () => {
  const guard = makeGuard(LIMITS);
  const refused = Object.assign(new Error("cross-database references"), {
    code: "0A000",
    routine: "transformRangeVar",
  });
  await expect(guard.run(() => Promise.reject(refused), { retries: 1 })).rejects.toBe(refused);
});

test("a database that answers but stores nothing is unavailable for that call, and the state says why", async () => {
  for (const [code, why] of [
    ["25006", "read_only"],
    ["53100", "no_room"],
    ["53200", "no_room"],
    ["58030", "no_room"],
  ] as const) {
    const guard = makeGuard(LIMITS);
    let calls = 0;
    const refused = () => {
      calls += 1;
      return broken(code)();
    };
    const problem = await guard.run(refused, { retries: 1 }).catch((error: unknown) => error);
    expect(problem instanceof Problem && [problem.code, problem.options.retryAfterSeconds]).toEqual(["unavailable", 5]);
    expect([calls, guard.state().breaker, guard.state().writes]).toEqual([1, "closed", why]);
    expect(await guard.run(() => Promise.resolve("read"), { retries: 1 })).toBe("read");
  }
});

test("a problem thrown by the work passes through", async () => {
  const guard = makeGuard(LIMITS);
  const refuses = () => Promise.reject(new Problem("not_found"));
  expect(await guard.run(refuses, { retries: 1 }).catch(codeOf)).toBe("not_found");
});
