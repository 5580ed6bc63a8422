import { Problem } from "@/lib/platform/errors";
import { sha256 } from "@/lib/platform/secret";
import { singleton } from "@/lib/platform/singleton";
import { addressPattern, type ParametersOf } from "@/lib/platform/urls";
import { contracts } from "@/lib/server/endpoints";
import {
  ENTRY_PATH,
  geminiExtension,
  marketplace,
  PACKAGE_PATH,
  registryEntry,
  registryPackage,
} from "@/lib/server/formats/agents/plugin";
import { alternates } from "@/lib/server/formats/alternates";
import { skillBadge } from "@/lib/server/formats/badge";
import { aiCatalog, apiCatalog } from "@/lib/server/formats/catalogs";
import { clientScript, clientTypes, newestPackage, packageAt } from "@/lib/server/formats/client/packages";
import { configurationCopies, githubWorkflow, gitlabJob } from "@/lib/server/formats/configurations";
import { type Asked, type Binary, jsonDocument, type Made } from "@/lib/server/formats/document";
import { libraryFeed } from "@/lib/server/formats/feeds/library";
import { skillFeed } from "@/lib/server/formats/feeds/skill";
import { threadFeed } from "@/lib/server/formats/feeds/thread";
import { agentGuide, llmsText } from "@/lib/server/formats/guide";
import {
  robotsFile,
  searchDescription,
  securityContact,
  sitemapFile,
  sitemapIndex,
} from "@/lib/server/formats/site-files";
import {
  comparisonFile,
  fittingSkillFile,
  updateSkillFile,
  versionArchive,
  versionFileAt,
  versionSkillFile,
} from "@/lib/server/formats/skill-files";
import { siteIndex, skillIndex, updateIndex, versionIndex } from "@/lib/server/formats/skill-index";
import { publicOpenapi } from "@/lib/server/openapi/document";
import { alternatePath } from "@/lib/server/pages";

type DocumentRow = { path: string; pattern: RegExp; make: (path: string, asked: Asked) => Made | Promise<Made> };

type Make<Path extends string> = (parameters: ParametersOf<Path>, asked: Asked) => Made | Promise<Made>;

/** The document that matches a request: call it to build the document. */
export type FoundDocument = (asked: Asked) => Made | Promise<Made>;

/**
 * All documents: everything that is neither a page nor an endpoint, including the markdown of each page. Each answers
 * GET and HEAD, the same for everyone. `docs/decisions/0003-every-view-has-a-url-and-markdown.md`.
 */
export const documents: DocumentRow[] = [
  row("/robots.txt", robotsFile),
  row("/sitemap.xml", sitemapIndex),
  row("/sitemaps/{file}", ({ file }) => sitemapFile(file)),
  row("/opensearch.xml", searchDescription),
  row("/llms.txt", llmsText),
  row("/skill.md", agentGuide),
  row("/openapi.json", openapiFile),
  row("/client.js", clientScript),
  row("/client.d.ts", clientTypes),
  row("/client.tgz", (_, asked) => newestPackage(asked)),
  row("/client/{file}", ({ file }) => packageAt(file)),
  row("/ci/github.yml", githubWorkflow),
  row("/ci/gitlab.yml", gitlabJob),
  row("/agents/claude-code/marketplace.json", marketplace),
  row("/agents/gemini-cli/gemini-extension.json", geminiExtension),
  row(ENTRY_PATH, registryEntry),
  row(PACKAGE_PATH, registryPackage),
  ...configurationCopies.map(({ path, make }) => row(path, make)),
  row("/.well-known/agent-skills/index.json", siteIndex),
  row("/.well-known/ai-catalog.json", aiCatalog),
  row("/.well-known/api-catalog", apiCatalog),
  row("/.well-known/security.txt", () => securityContact(new Date())),
  // Programs, mainly OAuth clients, look here for a site's features. This service has no authorization server.
  row("/.well-known/{rest}", () => {
    throw new Problem("not_found", { detail: "This site publishes nothing at this well-known address." });
  }),

  row("/feeds/{file}", ({ file }, asked) => libraryFeed(file, asked)),
  row("/skills/{skill_id}/feed.atom", ({ skill_id }) => skillFeed(skill_id, "atom")),
  row("/skills/{skill_id}/feed.json", ({ skill_id }) => skillFeed(skill_id, "json")),
  row("/threads/{thread_id}/feed.atom", ({ thread_id }) => threadFeed(thread_id, "atom")),
  row("/threads/{thread_id}/feed.json", ({ thread_id }) => threadFeed(thread_id, "json")),

  row("/skills/{skill_id}/SKILL.md", ({ skill_id }, { search }) => fittingSkillFile(skill_id, search)),
  row("/skills/{skill_id}/versions/{version_id}/SKILL.md", ({ skill_id, version_id }) =>
    versionSkillFile(skill_id, version_id),
  ),
  row("/skills/{skill_id}/versions/{version_id}/skill.tgz", ({ skill_id, version_id }) =>
    versionArchive(skill_id, version_id),
  ),
  row("/skills/{skill_id}/versions/{version_id}/files/{file_path}", ({ skill_id, version_id, file_path }) =>
    versionFileAt(skill_id, version_id, file_path),
  ),
  row("/skills/{skill_id}/versions/{version_id}/update/SKILL.md", ({ skill_id, version_id }) =>
    updateSkillFile(skill_id, version_id),
  ),
  row("/skills/{skill_id}/versions/{version_id}/.well-known/agent-skills/index.json", ({ skill_id, version_id }) =>
    versionIndex(skill_id, version_id),
  ),
  row(
    "/skills/{skill_id}/versions/{version_id}/update/.well-known/agent-skills/index.json",
    ({ skill_id, version_id }) => updateIndex(skill_id, version_id),
  ),
  row("/skills/{skill_id}/compare.diff", ({ skill_id }, { search }) =>
    comparisonFile(skill_id, { from: search.get("from"), to: search.get("to") }),
  ),
  row("/skills/{skill_id}/.well-known/agent-skills/index.json", ({ skill_id }) => skillIndex(skill_id)),
  row("/skills/{skill_id}/{slug}/.well-known/agent-skills/index.json", ({ skill_id, slug }) =>
    skillIndex(skill_id, slug),
  ),

  row("/skills/{skill_id}/badge.svg", ({ skill_id }) => skillBadge(skill_id)),
  row("/card.png", async () => (await pictures()).sitePicture()),
  row("/skills/{skill_id}/card.png", async ({ skill_id }) => (await pictures()).skillPicture(skill_id)),
  row("/threads/{thread_id}/card.png", async ({ thread_id }) => (await pictures()).threadPicture(thread_id)),

  // The table of alternates type-checks the parameters of each function.
  ...Object.entries(alternates).map(([path, make]) => row(alternatePath(path), make as Make<string>)),
];

const fixed = new Map(documents.flatMap((each) => (each.path.includes("{") ? [] : [[each.path, each]])));
const patterned = documents.filter(({ path }) => path.includes("{"));

/**
 * The document at a path as sent, with valid escapes; null if there is none. The document itself may still be not
 * found.
 */
export function findDocument(path: string): FoundDocument | null {
  const found = fixed.get(path) ?? patterned.find(({ pattern }) => pattern.test(path));
  return found ? (asked) => found.make(path, asked) : null;
}

function row<Path extends string>(path: Path, make: Make<Path>): DocumentRow {
  const pattern = addressPattern(path, { anySegment: true });
  return {
    path,
    pattern,
    make: (sent, asked) => {
      const parts = Object.entries(pattern.exec(sent)?.groups ?? {});
      // The pattern's parameter names are those of the path, as the type says.
      const parameters: unknown = Object.fromEntries(parts.map(([name, value]) => [name, decodeURIComponent(value)]));
      return make(parameters as ParametersOf<Path>, asked);
    },
  };
}

/** Written once per process: writing takes milliseconds, in which nobody else is answered. */
function openapiFile(): Binary {
  const { type, keep, key, bytes } = singleton("openapi-file", () => {
    const { text, ...rest } = jsonDocument(publicOpenapi(contracts()), 3_600);
    return { ...rest, key: sha256(text).toString("base64url"), bytes: Buffer.from(text) };
  });
  return { type, keep, key, bytes: async () => bytes };
}

/** Drawing needs libraries that nothing else uses, so they are loaded with the first picture. */
function pictures() {
  return import("@/lib/server/formats/cards/card-picture");
}
