import type { EndpointContract } from "@/lib/contract/endpoint";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { type ReferenceEntry, referenceOf } from "@/lib/server/openapi/reference";

const AUTH: Record<ReferenceEntry["auth"], string> = {
  none: "no token",
  connection: "token",
  optional: "token if you have one",
  append_key: "append key, or the token that opened the thread",
};

/** The reference of all endpoints, by tag, in reading order. */
export function referenceByTag(
  contracts: readonly EndpointContract[],
): Array<{ tag: string; entries: ReferenceEntry[] }> {
  return singleton("api-reference", () => {
    const all = contracts.map((contract) => referenceOf(contract, env().BASE_URL));
    const tags = [...new Set(all.map(({ tag }) => tag))];
    return tags.map((tag) => ({ tag, entries: all.filter((entry) => entry.tag === tag) }));
  });
}

/** Describes an endpoint's requirements for the caller. */
export function needsOf({ auth, idempotent }: ReferenceEntry): string {
  return `${AUTH[auth]}${idempotent ? "; takes an Idempotency-Key (a random one, such as a UUID)" : ""}`;
}
