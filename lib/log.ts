import pino, { type Logger } from "pino";
import { env } from "@/lib/env";
import { once } from "@/lib/process";

export type { Logger };

/** The process's logger: JSON lines on standard output. Fields only; never bodies, keys, tokens, queries or addresses. */
export function log(): Logger {
  return once("log", () =>
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
      // Written while the next request is served; at the end of the process pino writes what is left.
      pino.destination({ fd: 1, sync: false }),
    ),
  );
}

type RequestLine = { request_id: string; method: string; endpoint: string; status: number; ms: number };

/** The line of an answered request. Its fields are known, so nothing in it is looked for to be redacted. */
export function logRequest(line: RequestLine): void {
  once("request-log", () => log().child({}, { redact: [] })).info(line, "request");
}
