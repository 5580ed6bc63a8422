import type { Outcomes } from "@/lib/contract/primitives";

/** Who reported the outcomes of a version, such as "1 connection and 2 anonymous reporters"; empty when nobody did. */
export function reportersInWords({ reporters }: Outcomes): string {
  const { connections, anonymous } = reporters;
  return [
    connections > 0 && `${connections} ${connections === 1 ? "connection" : "connections"}`,
    anonymous > 0 && `${anonymous} anonymous ${anonymous === 1 ? "reporter" : "reporters"}`,
  ]
    .filter(Boolean)
    .join(" and ");
}
