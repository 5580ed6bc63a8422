import { ignoredFilter } from "@/app/ignored-filter";
import { parameter } from "@/app/load";
import { ThreadStatus } from "@/lib/contract/primitives";
import { ThreadAge } from "@/lib/contract/public/posts";

type Given = Record<string, string | string[] | undefined>;

export type Filters = {
  status: ThreadStatus | undefined;
  q: string | undefined;
  technology: string | undefined;
  age: ThreadAge | undefined;
};

/** Filters of the other list. Threads have one order: newest activity first. */
const OF_SKILLS = ["sort", "order", "version", "reviewed", "reported"];

/** The filters in the address of the list of threads. `ignored` names those that it does not have. */
export function readFilters(given: Given): { filters: Filters; ignored: string[] } {
  const [status, age] = [parameter(given.status), parameter(given.age)];
  const filters: Filters = {
    status: ThreadStatus.safeParse(status).data,
    q: parameter(given.q),
    technology: parameter(given.technology),
    age: ThreadAge.safeParse(age).data,
  };
  const ignored: string[] = [];
  if (status !== undefined && !filters.status) ignored.push(ignoredFilter("status", status));
  if (age !== undefined && !filters.age) ignored.push(ignoredFilter("age", age));
  for (const name of OF_SKILLS) {
    const value = parameter(given[name]);
    if (value !== undefined) ignored.push(ignoredFilter(name, value));
  }
  return { filters, ignored };
}
