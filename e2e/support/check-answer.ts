import type { Received } from "@/e2e/support/api";

/** Properties of every response, whatever its content. */
export function checkAlways({ headers, status }: Received): void {
  const has = (name: string, form: RegExp) => {
    const value = headers[name];
    must(typeof value === "string" && form.test(value), `status ${status} has the header ${name}: ${value}`);
  };
  has("x-request-id", /^req_[A-Za-z0-9_-]{22}$/);
  has("ratelimit-policy", /^("[a-z-]+";q=\d+;w=\d+)(, "[a-z-]+";q=\d+;w=\d+)*$/);
  has("ratelimit", /^("[a-z-]+";r=\d+;t=\d+)(, "[a-z-]+";r=\d+;t=\d+)*$/);
  has("access-control-allow-origin", /^\*$/);
  has("cache-control", /^(no-store|no-cache)$/);
  for (const name of ["access-control-allow-credentials", "set-cookie", "x-powered-by"]) {
    must(headers[name] === undefined, `status ${status} has the header ${name}`);
  }
}

/** Playwright records every `expect` as a step; thousands of requests in one test need a lighter check. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(`An answer ${otherwise}`);
}

export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
