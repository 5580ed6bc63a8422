import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Control } from "@/lib/contract/knowledge/resources";
import { listing, moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { ConnectionId, OperationRef, TITLE_CHARACTERS_MAX, Timestamp } from "@/lib/contract/primitives";
import { answer, page, paging } from "@/lib/contract/public/resources";

export const ListedConnection = z
  .strictObject({
    connection_id: ConnectionId,
    name: z.string(),
    homepage: z.string().nullable(),
    role: z.enum(["member", "maintainer"]),
    control: Control,
    created_at: Timestamp,
    operations: z.int().min(0).meta({ description: "How many it has made." }),
  })
  .meta({ id: "ListedConnection" });
export type ListedConnection = z.infer<typeof ListedConnection>;

export const listConnections = endpoint({
  ...listing,
  name: "list_connections",
  path: "/api/v1/maintenance/connections",
  summary: "Connections, newest first, and whether signup is open.",
  input: z.strictObject({
    q: z
      .string()
      .min(1)
      .max(TITLE_CHARACTERS_MAX)
      .optional()
      .meta({ description: "Part of the name, or the whole connection id." }),
    ...paging,
  }),
  output: page(ListedConnection).extend({ signup: z.enum(["open", "closed"]) }),
});

export const revokeConnection = endpoint({
  ...moderation,
  name: "revoke_connection",
  path: "/api/v1/maintenance/revoke",
  summary: "Revoke a connection for good and cancel its pending operations.",
  input: z.strictObject({ connection_id: ConnectionId, reason: Reason }),
  output: answer(z.strictObject({ connection_id: ConnectionId, control: Control, cancelled: z.array(OperationRef) })),
  problems: [...refusals, "not_found", "invalid_transition"],
});

export const setSignup = endpoint({
  ...moderation,
  name: "set_signup",
  path: "/api/v1/maintenance/signup",
  summary: "Open or close signup. What SIGNUP=closed closes stays closed.",
  input: z.strictObject({ open: z.boolean(), reason: Reason }),
  output: answer(z.strictObject({ open: z.boolean() })),
  problems: refusals,
});
