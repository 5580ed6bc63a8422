import { addressPattern, type ParametersOf } from "@/lib/address-pattern";
import { skillBadge } from "@/lib/discovery/badge";
import { aiCatalog, apiCatalog } from "@/lib/discovery/catalogs";
import { clientScript, clientTypes } from "@/lib/discovery/client-files";
import { comparisonFile } from "@/lib/discovery/comparison-file";
import { mcpGuide } from "@/lib/discovery/docs/mcp-guide";
import { ranking } from "@/lib/discovery/docs/ranking";
import { walkthrough } from "@/lib/discovery/docs/walkthrough";
import { type Document, jsonDocument, type Picture } from "@/lib/discovery/document";
import { libraryFeed } from "@/lib/discovery/feeds/library";
import { threadFeed } from "@/lib/discovery/feeds/thread";
import { agentGuide, llmsText } from "@/lib/discovery/guide";
import { securityContact } from "@/lib/discovery/security-contact";
import { robotsFile, searchDescription } from "@/lib/discovery/site-files";
import { sitemapFile, sitemapIndex } from "@/lib/discovery/sitemap";
import { selectedSkillFile, versionSkillFile } from "@/lib/discovery/skill-files";
import { siteIndex, skillIndex } from "@/lib/discovery/skill-index";
import { askTwin } from "@/lib/discovery/twins/ask";
import { connectTwin } from "@/lib/discovery/twins/connect";
import { homeTwin, skillsTwin, threadsTwin } from "@/lib/discovery/twins/lists";
import { twinOf } from "@/lib/discovery/twins/markdown";
import { problemsTwin, problemTwin } from "@/lib/discovery/twins/problems";
import { referenceTwin } from "@/lib/discovery/twins/reference";
import { skillTwin, versionTwin } from "@/lib/discovery/twins/skill";
import { skillViewTwin } from "@/lib/discovery/twins/skill-views";
import { statusTwin } from "@/lib/discovery/twins/status";
import { threadTwin } from "@/lib/discovery/twins/thread";
import { env } from "@/lib/env";
import { Problem } from "@/lib/errors";
import { getPublicOpenapi } from "@/lib/openapi/get-openapi";
import { pageContext } from "@/lib/page-context";

/** What a document may depend on besides its address. */
export type Asked = {
  search: URLSearchParams;
  /** Counts a search against the client's reads. Call it once, before searching. Throws `rate_limited`. */
  spend: () => void;
};

type Made = Document | Picture;
type DocumentRow = { path: string; pattern: RegExp; make: (path: string, asked: Asked) => Made | Promise<Made> };

/** What a request is for: call it to make the document. */
export type FoundDocument = (asked: Asked) => Made | Promise<Made>;

/**
 * Every document: what is neither a page nor an endpoint, the markdown of each page included. Each is answered to GET and HEAD, the
 * same for everyone. `docs/decisions/0023-every-view-has-an-address-and-a-markdown-alternate.md`.
 */
export const documents: DocumentRow[] = [
  row("/robots.txt", robotsFile),
  row("/sitemap.xml", sitemapIndex),
  row("/sitemaps/{file}", ({ file }) => sitemapFile(file)),
  row("/opensearch.xml", searchDescription),
  row("/llms.txt", llmsText),
  row("/skill.md", agentGuide),
  row("/openapi.json", async () => jsonDocument(await getPublicOpenapi(pageContext()), 3_600)),
  row("/client.js", clientScript),
  row("/client.d.ts", clientTypes),
  row("/.well-known/agent-skills/index.json", siteIndex),
  row("/.well-known/ai-catalog.json", aiCatalog),
  row("/.well-known/api-catalog", apiCatalog),
  row("/.well-known/security.txt", () => securityContact(new Date())),
  // Programs ask here for what a site may have; OAuth clients above all, and this service has no authorization server.
  row("/.well-known/{rest}", () => {
    throw new Problem("not_found", { detail: "This site publishes nothing at this well-known address." });
  }),

  row("/feeds/{file}", ({ file }, { search }) => libraryFeed(file, search)),
  row("/threads/{thread_id}/feed.atom", ({ thread_id }) => threadFeed(thread_id, "atom")),
  row("/threads/{thread_id}/feed.json", ({ thread_id }) => threadFeed(thread_id, "json")),

  row("/skills/{skill_id}/SKILL.md", ({ skill_id }) => selectedSkillFile(skill_id)),
  row("/skills/{skill_id}/versions/{version_id}/SKILL.md", ({ skill_id, version_id }) =>
    versionSkillFile(skill_id, version_id),
  ),
  row("/skills/{skill_id}/compare.diff", ({ skill_id }, { search }) =>
    comparisonFile(skill_id, { from: search.get("from"), to: search.get("to") }),
  ),
  row("/skills/{skill_id}/.well-known/agent-skills/index.json", ({ skill_id }) => skillIndex(skill_id)),
  row("/skills/{skill_id}/{slug}/.well-known/agent-skills/index.json", ({ skill_id }) => skillIndex(skill_id)),

  row("/skills/{skill_id}/badge.svg", ({ skill_id }) => skillBadge(skill_id)),
  row("/card.png", async () => (await pictures()).sitePicture()),
  row("/skills/{skill_id}/card.png", async ({ skill_id }) => (await pictures()).skillPicture(skill_id)),
  row("/threads/{thread_id}/card.png", async ({ thread_id }) => (await pictures()).threadPicture(thread_id)),

  row("/index.md", homeTwin),
  row("/skills.md", (_, { search, spend }) => skillsTwin(search, spend)),
  row("/threads.md", (_, { search, spend }) => threadsTwin(search, spend)),
  row("/ask.md", askTwin),
  row("/connect.md", connectTwin),
  row("/status.md", statusTwin),
  row("/docs.md", () => twinOf("/docs", ["# How it works", walkthrough(env().BASE_URL).trim()])),
  row("/docs/api.md", referenceTwin),
  row("/docs/ranking.md", () => twinOf("/docs/ranking", ["# How search ranks", ranking().trim()])),
  row("/docs/mcp.md", () => twinOf("/docs/mcp", ["# Plug an agent in", mcpGuide(env().BASE_URL).trim()])),
  row("/problems.md", problemsTwin),
  row("/problems/{code}.md", ({ code }) => problemTwin(code)),
  row("/threads/{thread_id}.md", ({ thread_id }) => threadTwin(thread_id)),
  row("/skills/{skill_id}.md", ({ skill_id }) => skillTwin(skill_id)),
  row("/skills/{skill_id}/{slug}.md", ({ skill_id }) => skillTwin(skill_id)),
  row("/skills/{skill_id}/versions/{version_id}.md", ({ skill_id, version_id }) => versionTwin(skill_id, version_id)),
  // The raw view shows the file, so its markdown is the file.
  row("/skills/{skill_id}/{slug}/raw.md", ({ skill_id }) => selectedSkillFile(skill_id)),
  row("/skills/{skill_id}/versions/{version_id}/raw.md", ({ skill_id, version_id }) =>
    versionSkillFile(skill_id, version_id),
  ),
  ...(["versions", "compare", "provenance", "decisions"] as const).map((view) =>
    row(`/skills/{skill_id}/{slug}/${view}.md`, ({ skill_id }, { search }) =>
      skillViewTwin({ skill_id }, view, search),
    ),
  ),
  ...(["provenance", "decisions"] as const).map((view) =>
    row(`/skills/{skill_id}/versions/{version_id}/${view}.md`, ({ skill_id, version_id }, { search }) =>
      skillViewTwin({ skill_id, version_id }, view, search),
    ),
  ),
];

const fixed = new Map(documents.flatMap((each) => (each.path.includes("{") ? [] : [[each.path, each]])));
const patterned = documents.filter(({ path }) => path.includes("{"));

/** The document at a path as it was sent, well escaped; null where there is none. A document may still turn out not to exist. */
export function findDocument(path: string): FoundDocument | null {
  const found = fixed.get(path) ?? patterned.find(({ pattern }) => pattern.test(path));
  return found ? (asked) => found.make(path, asked) : null;
}

function row<Path extends string>(
  path: Path,
  make: (parameters: ParametersOf<Path>, asked: Asked) => Made | Promise<Made>,
): DocumentRow {
  const pattern = addressPattern(path, { anySegment: true });
  return {
    path,
    pattern,
    make: (sent, asked) => {
      const parts = Object.entries(pattern.exec(sent)?.groups ?? {});
      // The pattern has the names of the path, which the type says.
      const parameters: unknown = Object.fromEntries(parts.map(([name, value]) => [name, decodeURIComponent(value)]));
      return make(parameters as ParametersOf<Path>, asked);
    },
  };
}

/** Drawing takes libraries that nothing else needs, so they are loaded with the first picture. */
function pictures() {
  return import("@/lib/cards/card-picture");
}
