import { ignoredFilter } from "@/app/ignored-filter";
import { parameter } from "@/app/load";
import type { Filters } from "@/components/skills/skill-filters";
import { listSkills as contract } from "@/lib/contract/public/skills";

type Given = Record<string, string | string[] | undefined>;

/** The state of the directory in its URL. `ignored` names parameters that have no such choice. */
export function readFilters(given: Given): { filters: Filters; ignored: string[] } {
  const filters: Filters = { q: parameter(given.q), technology: parameter(given.technology) };
  filters.version = parameter(given.version);
  const ignored: string[] = [];
  for (const name of ["reviewed", "reported", "source", "sort"] as const) {
    const value = parameter(given[name]);
    if (value === undefined) continue;
    if (contract.input.shape[name].safeParse(CHOICES[name](value)).success) filters[name] = value;
    else ignored.push(ignoredFilter(name, value));
  }
  return { filters, ignored };
}

/** The request of the API for these filters; null where a text is longer than the API takes. */
export function inputOf({ reviewed, reported, ...filters }: Filters, cursor: string | undefined) {
  const yesOrNo = (value: string | undefined) => (value === undefined ? undefined : value === "true");
  const input = { ...filters, reviewed: yesOrNo(reviewed), reported: yesOrNo(reported), cursor };
  return contract.input.safeParse(input).data ?? null;
}

/** The filters that the feed of this list takes. */
export function followedFilters({ q, technology, version }: Filters) {
  return { q, technology, version: technology && version };
}

const isTrue = new Map<string, boolean>([
  ["true", true],
  ["false", false],
]);
const CHOICES = {
  reviewed: (value: string) => isTrue.get(value) ?? value,
  reported: (value: string) => isTrue.get(value) ?? value,
  source: (value: string) => value,
  sort: (value: string) => value,
};
