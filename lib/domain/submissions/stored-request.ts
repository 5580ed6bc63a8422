import { z } from "zod";
import { Submission } from "@/lib/contract/knowledge/submissions";

/** What an operation keeps of the request that made it: enough to settle it later. */
export const StoredRequest = z.strictObject({ request_id: z.string(), submission: Submission });
export type StoredRequest = z.infer<typeof StoredRequest>;
