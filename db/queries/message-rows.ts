import type { Outcome } from "@/lib/contract/primitives";

export type { Outcome };

/** The jsonb form of a version that a message names. */
export type UsedVersionRow = { skill_id: string; version_id: string; condition: string | null };
