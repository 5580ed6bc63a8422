import pino, { type Logger } from "pino";
import { env } from "@/lib/env";
import { once } from "@/lib/process";

export type { Logger };

/** The process's logger: JSON lines on standard output. Fields only; never bodies, keys, tokens, queries or addresses. */
export function log(): Logger {
  return once("log", () =>
    pino({
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
    }),
  );
}
