import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { plainProse, SkillId, SkillVersionRef, Timestamp, VersionId } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const createAppeal = endpoint({
  name: "create_appeal",
  method: "POST",
  path: "/api/v1/skills/{skill_id}/versions/{version_id}/appeal",
  summary: "Ask a maintainer to look at a version of yours that waits.",
  description:
    "One appeal a version is open at a time: another one answers 201 with the same. The next decision about the version answers it, and `sync` delivers that decision.",
  tag: "Skills",
  status: 201,
  input: z.strictObject({ skill_id: SkillId, version_id: VersionId, text: plainProse(1_000) }),
  carriedBy: { skill_id: { path: "skill_id" }, version_id: { path: "version_id" } },
  output: answer(
    z.strictObject({
      appeal_id: z.string(),
      ref: SkillVersionRef,
      text: z.string(),
      state: z.literal("open"),
      created_at: Timestamp,
    }),
  ),
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
    "not_found",
    "not_author",
    "invalid_transition",
    "withdrawn",
    "invalid_text",
    "unsafe_text",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
  ],
  auth: "connection",
  access: "write",
  rate: "v2_write",
  idempotent: true,
});
