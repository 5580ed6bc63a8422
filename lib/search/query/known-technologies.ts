import { builtOn, technologyAliases, technologyNames } from "@/lib/search/query/technology-aliases";

const known = new Set([
  ...technologyNames,
  ...technologyAliases.values(),
  ...[...builtOn].flatMap(([name, others]) => [name, ...others]),
]);

/** Whether the table of aliases knows a technology, by its normalised name. */
export function isKnownName(technology: string): boolean {
  return known.has(technology);
}

/** Known technologies whose name is similar. */
export async function suggestNames(_technology: string): Promise<string[]> {
  return [];
}
