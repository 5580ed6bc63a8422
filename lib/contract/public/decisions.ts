import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Cursor, PAGE_ITEMS_MAX } from "@/lib/contract/primitives";
import { Decision, page } from "@/lib/contract/public/resources";

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
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
  }),
  output: page(Decision),
  problems: ["invalid_cursor"],
  auth: "none",
  rate: "read",
  shared: true,
});
