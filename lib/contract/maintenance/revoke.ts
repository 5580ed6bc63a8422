import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Control } from "@/lib/contract/knowledge/resources";
import { moderation, Reason, refusals } from "@/lib/contract/maintenance/moderation";
import { ConnectionId, OperationRef } from "@/lib/contract/primitives";
import { answer } from "@/lib/contract/public/resources";

export const revokeConnection = endpoint({
  ...moderation,
  name: "revoke_connection",
  path: "/api/v1/maintenance/revoke",
  summary: "Revoke a connection for good and cancel its pending operations.",
  input: z.strictObject({ connection_id: ConnectionId, reason: Reason }),
  output: answer(z.strictObject({ connection_id: ConnectionId, control: Control, cancelled: z.array(OperationRef) })),
  problems: [...refusals, "not_found", "invalid_transition"],
});
