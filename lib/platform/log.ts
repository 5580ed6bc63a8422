import { writeSync } from "node:fs";
import pino, { type Logger } from "pino";
import { env } from "@/lib/platform/env";
import { singleton } from "@/lib/platform/singleton";

export type { Logger };

const STDOUT = 1;

/**
 * The process's logger: JSON lines on standard output. Fields only; never bodies, keys, tokens, queries or addresses.
 */
export function log(): Logger {
  return singleton("log", () =>
    pino(
      {
        level: env().LOG_LEVEL,
        base: undefined,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        redact: {
          paths: [
            "*.authorization",
            "*.append_key",
            "*.token",
            '*["x-service-append-key"]',
            "authorization",
            "append_key",
            "token",
          ],
          censor: "[redacted]",
        },
      },
      output(),
    ),
  );
}

/** Written asynchronously, during later requests; pino flushes the rest when the process exits. */
function output() {
  return singleton("log-output", () => pino.destination({ fd: STDOUT, sync: false }));
}

type RequestLine = { request_id: string; method: string; endpoint: string; status: number; ms: number };

/**
 * Logs an answered request as a line in pino's format. Its fields are fixed, so it skips redaction, and a busy server
 * writes its lines in batches.
 */
export function logRequest(line: RequestLine): void {
  const pending = singleton("request-lines", collectLines);
  if (!pending.wanted) return;
  const { request_id, method, endpoint, status, ms } = line;
  pending.text += `${JSON.stringify({ level: "info", time: timeNow(), request_id, method, endpoint, status, ms, msg: "request" })}\n`;
  if (pending.text.length > LINES_CHARACTERS_MAX) writeLines(pending);
  pending.timer ??= setTimeout(writeLines, WRITE_AFTER_MS, pending).unref();
}

type Lines = { wanted: boolean; text: string; timer: NodeJS.Timeout | null };

const WRITE_AFTER_MS = 20;
const LINES_CHARACTERS_MAX = 65_536;

function collectLines(): Lines {
  const pending: Lines = { wanted: log().isLevelEnabled("info"), text: "", timer: null };
  process.once("exit", () => writeSync(STDOUT, pending.text));
  return pending;
}

function writeLines(pending: Lines): void {
  if (pending.timer) clearTimeout(pending.timer);
  pending.timer = null;
  if (pending.text !== "") output().write(pending.text);
  pending.text = "";
}

let second = { number: 0, text: "" };

/** Now as RFC 3339. The text is cached per second, because formatting the date is the most expensive part of a line. */
function timeNow(): string {
  const now = Date.now();
  const number = Math.floor(now / 1_000);
  if (number !== second.number) second = { number, text: new Date(number * 1_000).toISOString().slice(0, 20) };
  return `${second.text}${String(now % 1_000).padStart(3, "0")}Z`;
}
