import type { Outcomes } from "@/lib/contract/primitives";

/** The reporters of a version's outcomes, such as "1 connection and 2 anonymous reporters"; empty without any. */
export function reportersInWords({ reporters }: Outcomes): string {
  const { connections, anonymous } = reporters;
  return [
    connections > 0 && `${connections} ${connections === 1 ? "connection" : "connections"}`,
    anonymous > 0 && `${anonymous} anonymous ${anonymous === 1 ? "reporter" : "reporters"}`,
  ]
    .filter(Boolean)
    .join(" and ");
}
