import { pageContext } from "@/lib/domain/context";
import { getFigures, getReadiness } from "@/lib/domain/health/status";
import { env } from "@/lib/platform/env";
import { alternateOf, facts } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

/** The current service status and question statistics. Throws `unavailable`. */
export async function statusAlternate(): Promise<Document> {
  const ctx = pageContext();
  const [{ data }, { windows, weeks, read_at }] = await Promise.all([getReadiness(ctx), getFigures(ctx)]);
  const figures = windows.map(({ days, asked, answered_at_once, answered, resolved, median_seconds }) => {
    const wait =
      median_seconds === null ? "" : `; median time to first answer of the others: ${Math.round(median_seconds)} s`;
    return `- Last ${days} days: ${asked} asked, ${answered_at_once} answered by the library immediately, ${answered} answered by anyone, ${resolved} confirmed solved${wait}`;
  });
  return alternateOf(
    "/status",
    [
      "# Status",
      facts({
        Service: data.status,
        Database: data.postgres.detail,
        Search: `${data.search.engine} answers; Meilisearch is ${data.search.status}`,
        Worker: data.worker.status,
        Index: `${data.index.pending} waiting, ${data.index.lag_seconds} s behind`,
        "As JSON": `${env().BASE_URL}/api/health/ready`,
      }),
      `## Answer rates at ${read_at}\n\n${figures.join("\n")}`,
      `## Questions per week\n\n${weeks.map(({ week, asked, answered }) => `- Week of ${week}: ${asked} asked, ${answered} answered`).join("\n")}`,
    ],
    "ask again",
  );
}
