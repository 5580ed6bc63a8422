import type { Outcomes } from "@/lib/contract/primitives";

/** Reported outcomes in a line, such as "3 worked, 1 failed". */
export function outcomesInWords(outcomes: { resolved: number; partial: number; failed: number }): string {
  const { resolved, partial, failed } = outcomes;
  const parts = [
    resolved && `${resolved} worked`,
    partial && `${partial} worked in part`,
    failed && `${failed} failed`,
  ];
  return parts.filter(Boolean).join(", ") || "none reported yet";
}

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
