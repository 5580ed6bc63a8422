import type { Freshness } from "@/lib/contract/public/resources";

/** "next.js 17.0.0 is out, checked against 16.4.6" */
export function inOneSentence({
  technology,
  newest,
  checked,
}: Pick<Freshness, "technology" | "newest" | "checked">): string {
  return `${technology} ${newest} is out, checked against ${checked}`;
}
