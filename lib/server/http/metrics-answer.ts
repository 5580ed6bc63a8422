import { timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { metricsText } from "@/lib/platform/metrics";
import { sha256 } from "@/lib/platform/secret";
import type { Answer } from "@/lib/server/http/problem-answer";

/**
 * The Prometheus metrics. They exist only if METRICS_TOKEN is set and require it as a bearer token. Throws `not_found`,
 * `authentication_required` and `invalid_token`.
 */
export async function metricsAnswer(authorization: string | undefined): Promise<Answer> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) throw new Problem("not_found");
  if (!timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${METRICS_TOKEN}`))) {
    throw new Problem(authorization ? "invalid_token" : "authentication_required");
  }
  return {
    status: 200,
    headers: {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: await metricsText(),
  };
}
