import type { ProblemCode } from "@/lib/contract/problems";

const problems: ProblemCode[] = [
  "authentication_required",
  "invalid_token",
  "connection_paused",
  "connection_revoked",
  "maintainer_required",
  "invalid_cursor",
];

/** Fields shared by all maintainer lists. */
export const listing = {
  method: "GET",
  tag: "Maintenance",
  problems,
  auth: "connection",
  access: "read",
  rate: "v2_read",
} as const;
