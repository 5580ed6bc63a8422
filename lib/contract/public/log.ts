import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { PAGE_ITEMS_MAX, Revision, Timestamp } from "@/lib/contract/primitives";
import { answer, Decision, page, paging } from "@/lib/contract/public/resources";

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const listLog = endpoint({
  name: "list_log",
  method: "GET",
  path: "/api/v1/log",
  summary:
    "The publish log, oldest first: a hash chain of versions, selections, review notes, withdrawals, hides, shows and erasures.",
  description:
    "Each `hash` is SHA-256 over the bytes of `previous_hash` followed by the UTF-8 bytes of `entry`. `next_cursor` is the next `after`.",
  tag: "Publish log",
  input: z.strictObject({
    after: Revision.optional().meta({ description: "The last sequence seen; default 0." }),
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 100." }),
  }),
  output: page(
    z.strictObject({
      sequence: Revision,
      kind: z.enum([
        "version",
        "selection",
        "review",
        "withdrawal",
        "restoration",
        "hide",
        "show",
        "quarantine",
        "vouch",
        "erasure",
        "applicability",
      ]),
      subject: z.string(),
      entry: z.string().meta({ description: "The exact JSON text that was hashed." }),
      previous_hash: Hash,
      hash: Hash,
      created_at: Timestamp,
    }),
  ),
  problems: [],
  auth: "none",
  rate: "read",
  shared: true,
});

export const getLogCheckpoint = endpoint({
  name: "get_log_checkpoint",
  method: "GET",
  path: "/api/v1/log/checkpoint",
  summary: "The newest sequence and hash of the publish log.",
  tag: "Publish log",
  input: z.strictObject({}),
  output: answer(z.strictObject({ sequence: Revision, hash: Hash })),
  problems: [],
  auth: "none",
  rate: "read",
});

/** Decisions that are made with a reason. The outcomes of threads are decisions too; they are in their threads. */
const DecisionKind = z.enum([
  "selection",
  "review",
  "withdrawal",
  "restoration",
  "approval",
  "rejection",
  "hide",
  "show",
  "revocation",
  "signup",
  "quarantine",
  "vouch",
  "source",
  "applicability",
]);

export const listDecisions = endpoint({
  name: "list_decisions",
  method: "GET",
  path: "/api/v1/decisions",
  summary: "Who decided what, when and why, newest first: everything that was selected, withdrawn, hidden, revoked …",
  description:
    "What a decision changed may be gone: the reason of a hidden thread or a rejected submission can be read here. For one skill, version or thread use the view `decisions` of the knowledge interface.",
  tag: "Publish log",
  input: z.strictObject({
    kind: DecisionKind.optional(),
    ...paging,
  }),
  output: page(Decision),
  problems: ["invalid_cursor"],
  auth: "none",
  rate: "read",
  shared: true,
});
