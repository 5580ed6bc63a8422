import type { Quarantine } from "@/lib/contract/primitives";

const REASONS: Record<string, string> = {
  new_author: "its author is new",
  reports: "readers reported it",
  maintainer: "a maintainer wants to look at it again",
};

/** Why a version waits, in a few words: "rules found reads_credentials; its author is new". */
export function reasonsInWords(reasons: readonly string[]): string {
  const rules = reasons.filter((reason) => !Object.hasOwn(REASONS, reason));
  const others = reasons.flatMap((reason) => REASONS[reason] ?? []);
  return [...(rules.length > 0 ? [`rules found ${rules.join(", ")}`] : []), ...others].join("; ");
}

/** The banner of a version that waits, in plain sentences. */
export function waitingInWords({ since, reasons }: Quarantine): string {
  return `This version has been waiting for a maintainer since ${since.slice(0, 10)}: ${reasonsInWords(reasons)}. Until somebody vouches for it, it is found at this address only. Do not follow it unread.`;
}
