import type { Outcome } from "@/lib/contract/primitives";

export type { Outcome };

/** Whether the text of a row was erased, and by whom. */
export type ErasedColumns = { retracted_at: Date | null; retracted_by: "author" | "maintainer" | null };

/** The jsonb form of a version that a message names. */
export type UsedVersionRow = { skill_id: string; version_id: string; condition: string | null };
