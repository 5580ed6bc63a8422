import { z } from "zod";
import type { ProblemCode } from "@/lib/contract/problems";

export const REASON_CHARACTERS_MAX = 2_000;

/** Why something was decided: anyone can read it. */
export const Reason = z
  .string()
  .min(1)
  .max(REASON_CHARACTERS_MAX)
  .meta({ description: "Why. It is public: it stands in the decision." });

/** What every call of a maintainer shares. */
export const deciding = {
  method: "POST",
  tag: "Maintenance",
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
} as const;

/** What every call of a maintainer may be refused with. */
export const refusals: ProblemCode[] = [
  "authentication_required",
  "invalid_token",
  "connection_read_only",
  "connection_paused",
  "connection_revoked",
  "maintainer_required",
  "invalid_text",
  "unsafe_text",
  "invalid_idempotency_key",
  "idempotency_key_reused",
  "idempotency_in_flight",
];
