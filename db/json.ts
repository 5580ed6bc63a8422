import type postgres from "postgres";

/** A value for a jsonb column. */
export type Json = postgres.JSONValue;
