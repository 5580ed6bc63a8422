import { z } from "zod";
import { Submission } from "@/lib/contract/knowledge/submissions";

/** The part of the request that an operation stores to settle it later. */
export const StoredRequest = z.strictObject({ request_id: z.string(), submission: Submission });
export type StoredRequest = z.infer<typeof StoredRequest>;
