import { Problem } from "@/lib/platform/errors";

export function noVersion(): Problem {
  return new Problem("not_found", { detail: "This skill has no such version." });
}
