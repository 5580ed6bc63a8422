import { z } from "zod";

/**
 * A backup is one gzip file of lines: the header; for each table its section line, its rows as PostgreSQL's COPY writes
 * them and `\.`; then the trailer. A file without a trailer is truncated.
 */
export const FORMAT = "cairn-backup/2";
/** Of backups written before 0.1.0, which fit no database of a release. */
export const FORMAT_BEFORE = "cairn-backup/1";
export const ROWS_END = "\\.";

export const Header = z.strictObject({
  format: z.literal([FORMAT, FORMAT_BEFORE]),
  created_at: z.string(),
  /** Rows fit only the schema that they were read from. */
  schema: z.array(z.string()),
  sequences: z.array(z.strictObject({ sequence: z.string(), last: z.string().nullable() })),
});
export type Header = z.infer<typeof Header>;

export const Section = z.strictObject({ table: z.string(), columns: z.array(z.string()) });

export const Trailer = z.strictObject({ end: z.literal(true), rows: z.record(z.string(), z.int()) });

/** One JSON line of a backup. Throws a readable error when the line does not have the expected shape. */
export function parseLine<T>(schema: z.ZodType<T>, line: string, what: string): T {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw new Error(`The file is not a backup of Cairn, or it is damaged: its ${what} cannot be read.`);
  }
}
