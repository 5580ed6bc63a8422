import { z } from "zod";
import { repetitionRefusals, writerRefusals } from "@/lib/contract/endpoint";
import type { ProblemCode } from "@/lib/contract/problems";

export const REASON_CHARACTERS_MAX = 2_000;

/** The reason for a decision, which anyone can read. */
export const Reason = z
  .string()
  .min(1)
  .max(REASON_CHARACTERS_MAX)
  .meta({ description: "Reason. Published with the decision." });

/** Input shared by all maintainer calls. */
export const moderation = {
  method: "POST",
  tag: "Maintenance",
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
} as const;

/** Problems shared by all maintainer calls. */
export const refusals: ProblemCode[] = [
  ...writerRefusals,
  "maintainer_required",
  "invalid_text",
  "unsafe_text",
  ...repetitionRefusals,
  "answer_erased",
];

const listingProblems: ProblemCode[] = [
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
  problems: listingProblems,
  auth: "connection",
  access: "read",
  rate: "v2_read",
} as const;
