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
