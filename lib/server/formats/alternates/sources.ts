import type { Source } from "@/lib/contract/public/sources";
import { pageContext } from "@/lib/domain/page-context";
import { listSources } from "@/lib/domain/sources/list-sources";
import { alternateOf, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

const LISTED_MAX = 100;

/** What the library follows, at most a hundred. */
export async function sourcesAlternate(): Promise<Document> {
  const { data, next_cursor } = await listSources(pageContext(), { limit: LISTED_MAX });
  const lines = data.map((source) => `- ${link(source.address, source.canonical_url)}: ${factsOf(source)}`);
  return alternateOf("/sources", [
    "# Sources",
    "Packages and repositories whose skills the library follows. Each text is judged like any other.",
    lines.join("\n") || "No source is followed.",
    next_cursor && "There are more: GET /api/v1/sources with `cursor`.",
  ]);
}

function factsOf({ kind, range, state, skills, last_run }: Source): string {
  const run = last_run
    ? `last run ${last_run.state}: ${last_run.found} found, ${last_run.new} new, ${last_run.unchanged} unchanged, ${last_run.refused} refused`
    : "has not run yet";
  return [kind, range && `releases ${inline(range)}`, state, `${skills} listed skills`, run].filter(Boolean).join(", ");
}
