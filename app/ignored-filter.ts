const SHOWN_MAX = 40;

/** A filter that a list does not have, as the page names it: its name and the start of its value. */
export function ignoredFilter(name: string, value: string): string {
  return `${name}=${value.slice(0, SHOWN_MAX)}`;
}
