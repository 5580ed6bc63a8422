import { expect } from "@playwright/test";
import { read, write } from "@/db/client";
import { lastReport, makeDue, sourceById } from "@/db/queries/sources";
import { followSource } from "@/lib/server/worker/follow-sources";

/** Runs a source in this process, as the worker does when it is due, and returns the run with the lines of its report. */
export async function runSource(source_id: string) {
  await write((sql) => makeDue(sql, source_id));
  expect(await followSource(source_id, new AbortController().signal)).toBe(true);
  return lastRun(source_id);
}

/** A source's last run with the lines of its report, and when the next one is due. */
export async function lastRun(source_id: string) {
  const source = await read((sql) => sourceById(sql, source_id));
  return { ...source?.last_run, due_at: source?.due_at, lines: await read((sql) => lastReport(sql, source_id)) };
}
