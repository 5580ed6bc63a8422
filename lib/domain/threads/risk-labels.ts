import { env } from "@/lib/platform/env";
import { risksOf } from "@/lib/text/safety/risks";

/** What the texts of a message make an agent able to do: ids of rules. None where nothing waits (`QUARANTINE=off`). */
export function riskLabelsOf(texts: ReadonlyArray<string | null | undefined>): string[] {
  if (env().QUARANTINE === "off") return [];
  return [...new Set(texts.flatMap((text) => (text ? risksOf(text).map(({ rule }) => rule) : [])))].sort();
}
