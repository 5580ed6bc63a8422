import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import type { z } from "zod";

/** Writes a file atomically: a kill half-way leaves the old one. */
export function writeWhole(file: string, text: string, mode: number): void {
  const next = `${file}.${process.pid}.new`;
  rmSync(next, { force: true });
  const handle = openSync(next, "wx", mode);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(next, file);
}

/** Reads one of our small JSON files; null when it is missing or damaged, since each can be recreated. */
export function readRecord<T extends z.ZodType>(file: string, schema: T): z.output<T> | null {
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return null;
  }
}

export function writeRecord(file: string, value: unknown): void {
  writeWhole(file, `${JSON.stringify(value)}\n`, 0o600);
}

const LOG_BYTES_MAX = 5_000_000;

/** Opens a log for appending; keeps one older file. */
export function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.old`);
  return openSync(file, "a", 0o600);
}

/** The last lines of a log, for an error message. */
export function tailOf(file: string, lines = 12): string {
  if (!existsSync(file)) return "";
  return readFileSync(file, "utf8").trimEnd().split("\n").slice(-lines).join("\n");
}
