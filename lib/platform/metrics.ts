import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type CacheSize, caches } from "@/lib/platform/caches";
import { requestTotals } from "@/lib/platform/process-state";
import { singleton } from "@/lib/platform/singleton";

function metrics() {
  return singleton("metrics", () => {
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const gauge = (name: string, help: string, of: (cache: CacheSize) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ["cache"],
        registers: [registry],
        collect() {
          for (const [cache, size] of caches()) this.set({ cache }, of(size));
        },
      });
    gauge("cairn_cache_bytes", "Bytes that each cache holds, about.", (cache) => cache.calculatedSize);
    gauge("cairn_cache_bytes_max", "Bytes that each cache may hold.", (cache) => cache.maxSize);
    gauge("cairn_cache_entries", "Entries of each cache.", (cache) => cache.size);
    return {
      registry,
      inHand: new Gauge({
        name: "cairn_requests_in_hand",
        help: "Requests now, by state: open (body not in), running, waiting for others of their client, streams.",
        labelNames: ["state"],
        registers: [registry],
        collect() {
          for (const [state, count] of Object.entries(requestTotals())) this.set({ state }, count);
        },
      }),
      requests: new Counter({
        name: "cairn_requests_total",
        help: "Requests answered, by endpoint, method and status.",
        labelNames: ["endpoint", "method", "status"],
        registers: [registry],
      }),
      seconds: new Histogram({
        name: "cairn_request_seconds",
        help: "Time to answer, by endpoint.",
        labelNames: ["endpoint"],
        buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
        registers: [registry],
      }),
    };
  });
}

const METHODS = new Set(["GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"]);

/** Counts one answered request. `ms` is the time to answer in milliseconds. */
export function countRequest(endpoint: string, method: string, status: number, ms: number): void {
  const { requests, seconds } = metrics();
  requests.inc({ endpoint, method: METHODS.has(method) ? method : "other", status });
  seconds.observe({ endpoint }, ms / 1_000);
}

/** All metrics in the Prometheus text format. */
export function metricsText(): Promise<string> {
  return metrics().registry.metrics();
}
