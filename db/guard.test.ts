import { mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { NotCommitted } from "@/db/failures";
import { makeGuard } from "@/db/guard";
import { Problem } from "@/lib/platform/errors";

/** Limits that no machine reaches. */
const LIMITS = { permits: 2, queueMax: 2, waitMs: 600_000, callMs: 600_000 };
/** For tests that control the clock. */
const SHORT = { ...LIMITS, waitMs: 40, callMs: 120 };
const never = () => new Promise<never>(() => {});
const broken = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));
const codeOf = (error: unknown) => (error instanceof Problem ? error.code : String(error));

test.afterEach(() => mock.timers.reset());

/** From here on the clock stands still unless the test moves it. */
function stopClock(): void {
  mock.timers.enable({ apis: ["setTimeout", "Date"], now: 1_000_000 });
}

/** Lets milliseconds pass, each with a turn of the event loop. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1) {
    mock.timers.tick(1);
    await turn();
  }
}

/** Lets milliseconds pass in which nothing runs. */
function standStill(ms: number): void {
  mock.timers.setTime(Date.now() + ms);
}

function sleep<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value));
}

/** Refers to the outcome of a call, once it has one. */
function outcomeOf(called: Promise<unknown>): { now: unknown } {
  const outcome = { now: "not yet" as unknown };
  called.then(
    (value) => {
      outcome.now = value;
    },
    (error: unknown) => {
      outcome.now = codeOf(error);
    },
  );
  return outcome;
}

test("a call that never settles is refused and reported as lost", async () => {
  stopClock();
  const guard = makeGuard(SHORT);
  let lost = 0;
  const hanging = outcomeOf(
    guard.run(
      (onLoss) => {
        onLoss(() => {
          lost += 1;
        });
        return never();
      },
      { retries: 1 },
    ),
  );
  await pass(SHORT.callMs - 1);
  expect([hanging.now, lost]).toEqual(["not yet", 0]);
  await pass(1);
  expect([hanging.now, lost]).toEqual(["unavailable", 1]);
});

test("a call that gets no permit in time is refused", async () => {
  stopClock();
  const guard = makeGuard({ ...SHORT, permits: 1 });
  const first = outcomeOf(guard.run(() => sleep(SHORT.waitMs, "first"), { retries: 0 }));
  const second = outcomeOf(guard.run(() => sleep(SHORT.waitMs, "second"), { retries: 0 }));
  const third = outcomeOf(guard.run(() => sleep(SHORT.waitMs, "third"), { retries: 0 }));
  await pass(SHORT.waitMs - 1);
  expect([first.now, second.now, third.now]).toEqual(["not yet", "not yet", "not yet"]);
  await pass(1);
  expect([first.now, third.now]).toEqual(["first", "unavailable"]);
});

test("waiting, calling and retrying share one deadline", async () => {
  stopClock();
  const guard = makeGuard(SHORT);
  let calls = 0;
  const slowly = () => {
    calls += 1;
    return sleep(SHORT.callMs * 0.75, "").then(broken("ECONNRESET"));
  };
  const called = outcomeOf(guard.run(slowly, { retries: 9 }));
  await pass(SHORT.callMs - 1);
  expect(called.now).toBe("not yet");
  await pass(1);
  expect(called.now).toBe("unavailable");
  expect(calls).toBe(2);
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
  stopClock();
  const guard = makeGuard(LIMITS);
  for (let count = 0; count < 5; count += 1) await guard.run(broken("ECONNREFUSED"), { retries: 0 }).catch(codeOf);
  expect(guard.state().breaker).toBe("open");
  let calls = 0;
  const asked = () => {
    calls += 1;
    return Promise.resolve("well");
  };
  await pass(499);
  expect(await guard.run(asked, { retries: 0 }).catch(codeOf)).toBe("unavailable");
  expect(calls, "calls while it is open").toBe(0);
  await pass(1);
  expect(await guard.run(asked, { retries: 0 }).catch(codeOf)).toBe("well");
  expect(guard.state()).toEqual({ running: 0, waiting: 0, breaker: "closed", writes: null });
});

test("broken connections that are not within five seconds leave the breaker closed", async () => {
  stopClock();
  const guard = makeGuard(LIMITS);
  for (let count = 0; count < 9; count += 1) {
    await guard.run(broken("ECONNREFUSED"), { retries: 0 }).catch(codeOf);
    standStill(1_250);
  }
  expect(guard.state().breaker).toBe("closed");
});

test("beyond the permits a few calls wait, and all others are refused at once", async () => {
  const guard = makeGuard(LIMITS);
  const ends: Array<(value: string) => void> = [];
  const call = () =>
    guard.run(() => new Promise<string>((resolve) => ends.push(resolve)), { retries: 0 }).catch(codeOf);
  const calls = [call(), call(), call(), call()];
  expect(await call()).toBe("unavailable");
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
  stopClock();
  const guard = makeGuard({ ...LIMITS, permits: 1, queueMax: 9, waitMs: 400, callMs: 5_000 });
  const calls = Array.from({ length: 4 }, (_, place) => outcomeOf(guard.run(() => sleep(30, place), { retries: 0 })));
  standStill(700);
  await pass(4 * 30);
  expect(calls.map(({ now }) => now)).toEqual([0, 1, 2, 3]);
});

test("a stalled process does not make a call time out", async () => {
  stopClock();
  const guard = makeGuard({ ...LIMITS, callMs: 400 });
  const stalls = async () => {
    await turn();
    standStill(900);
    return sleep(30, "answered");
  };
  const called = outcomeOf(guard.run(stalls, { retries: 0 }));
  await turn();
  await pass(30);
  expect(called.now).toBe("answered");
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
  stopClock();
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
    standStill(10_000);
    expect(guard.state().writes, "after ten seconds").toBe(null);
  }
});

test("a problem thrown by the work passes through", async () => {
  const guard = makeGuard(LIMITS);
  const refuses = () => Promise.reject(new Problem("not_found"));
  expect(await guard.run(refuses, { retries: 1 }).catch(codeOf)).toBe("not_found");
});
