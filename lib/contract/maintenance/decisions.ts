import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { Decision } from "@/lib/contract/knowledge/read";
import { listing } from "@/lib/contract/maintenance/listing";
import { Cursor, PAGE_ITEMS_MAX } from "@/lib/contract/primitives";
import { page } from "@/lib/contract/public/resources";

export const listDecisions = endpoint({
  ...listing,
  name: "list_decisions",
  path: "/api/v1/maintenance/decisions",
  summary: "What was decided about skills, versions, messages, connections and signup, newest first.",
  input: z.strictObject({
    limit: z.int().min(1).max(PAGE_ITEMS_MAX).optional().meta({ description: "Default 20." }),
    cursor: Cursor.optional(),
  }),
  output: page(Decision),
});
