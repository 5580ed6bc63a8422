import type { Outcome } from "@/lib/contract/primitives";

export type { Outcome };

/** How a query's jsonb shows a version that a message names. */
export type UsedVersionRow = { skill_id: string; version_id: string; condition: string | null };
