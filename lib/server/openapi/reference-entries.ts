import type { EndpointContract } from "@/lib/contract/endpoint";
import { AREAS } from "@/lib/contract/endpoint";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";
import { type ReferenceEntry, type ReferenceField, referenceOf } from "@/lib/server/openapi/reference";

const AUTH: Record<ReferenceEntry["auth"], string> = {
  none: "no token",
  connection: "token",
  optional: "token if you have one",
  append_key: "append key, or the token that opened the thread",
};

/** One area of the reference: the endpoints of a tag, in the order of the endpoint table. */
export type ReferenceArea = {
  /** The last part of the address of its page. */
  area: string;
  tag: string;
  /** One sentence for the overview and for search engines. */
  about: string;
  entries: ReferenceEntry[];
};

/** The reference of all endpoints, by area, in reading order. */
export function referenceAreas(contracts: readonly EndpointContract[]): ReferenceArea[] {
  return singleton("api-reference", () => {
    const all = contracts.map((contract) => referenceOf(contract, env().BASE_URL));
    const tags = [...new Set(all.map(({ tag }) => tag))];
    return tags.map((tag) => ({
      area: areaOf(tag),
      tag,
      about: AREAS[tag],
      entries: all.filter((entry) => entry.tag === tag),
    }));
  });
}

/** The names of the areas in addresses. */
export function areaNames(contracts: readonly EndpointContract[]): string[] {
  return [...new Set(contracts.map(({ tag }) => areaOf(tag)))];
}

/** Describes an endpoint's requirements for the caller. */
export function needsOf({ auth, idempotent }: ReferenceEntry): string {
  return `${AUTH[auth]}${idempotent ? "; takes an Idempotency-Key (a random one, such as a UUID)" : ""}`;
}

/** An earlier endpoint of the area with the same path and fields, whose table need not be repeated; else undefined. */
export function twinOf(entry: ReferenceEntry, entries: readonly ReferenceEntry[]): ReferenceEntry | undefined {
  const fields = fieldsAlone(entry.fields);
  return entries
    .slice(0, entries.indexOf(entry))
    .find(({ path, fields: others }) => path === entry.path && fieldsAlone(others) === fields);
}

function fieldsAlone(fields: readonly ReferenceField[]): string {
  return JSON.stringify(fields.map(({ name, holds, description }) => [name, holds, description]));
}

function areaOf(tag: string): string {
  return tag.toLowerCase().replaceAll(" ", "-");
}
