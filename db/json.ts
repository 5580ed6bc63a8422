import type postgres from "postgres";

/** What a jsonb column takes. */
export type Json = postgres.JSONValue;
