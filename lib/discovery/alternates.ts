import type { ParametersOf } from "@/lib/address-pattern";
import { mcpGuide } from "@/lib/discovery/docs/mcp-guide";
import { ranking } from "@/lib/discovery/docs/ranking";
import { walkthrough } from "@/lib/discovery/docs/walkthrough";
import type { Asked, Document } from "@/lib/discovery/document";
import type { MarkdownPagePath } from "@/lib/discovery/pages";
import { selectedSkillFile, versionSkillFile } from "@/lib/discovery/skill-files";
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

type Alternates = {
  [Path in MarkdownPagePath]: (parameters: ParametersOf<Path>, asked: Asked) => Document | Promise<Document>;
};

/** Makes the markdown alternate of each page that has one. The types demand a function for each and permit no other. */
export const alternates: Alternates = {
  "/": homeTwin,
  "/skills": (_, { search, spend }) => skillsTwin(search, spend),
  "/threads": (_, { search, spend }) => threadsTwin(search, spend),
  "/ask": askTwin,
  "/connect": connectTwin,
  "/status": statusTwin,
  "/docs": () => twinOf("/docs", ["# How it works", walkthrough(env().BASE_URL).trim()]),
  "/docs/api": referenceTwin,
  "/docs/ranking": () => twinOf("/docs/ranking", ["# How search ranks", ranking().trim()]),
  "/docs/mcp": () => twinOf("/docs/mcp", ["# Plug an agent in", mcpGuide(env().BASE_URL).trim()]),
  "/problems": problemsTwin,
  "/problems/{code}": ({ code }) => problemTwin(code),
  "/threads/{thread_id}": ({ thread_id }) => threadTwin(thread_id),
  "/skills/{skill_id}": ({ skill_id }) => skillTwin(skill_id),
  "/skills/{skill_id}/{slug}": ({ skill_id }) => skillTwin(skill_id),
  "/skills/{skill_id}/{slug}/versions": ({ skill_id }, { search }) => skillViewTwin({ skill_id }, "versions", search),
  "/skills/{skill_id}/{slug}/compare": ({ skill_id }, { search }) => skillViewTwin({ skill_id }, "compare", search),
  "/skills/{skill_id}/{slug}/provenance": ({ skill_id }, { search }) =>
    skillViewTwin({ skill_id }, "provenance", search),
  "/skills/{skill_id}/{slug}/decisions": ({ skill_id }, { search }) => skillViewTwin({ skill_id }, "decisions", search),
  // The raw view shows the file, so its markdown is the file.
  "/skills/{skill_id}/{slug}/raw": ({ skill_id }) => selectedSkillFile(skill_id),
  "/skills/{skill_id}/versions/{version_id}": ({ skill_id, version_id }) => versionTwin(skill_id, version_id),
  "/skills/{skill_id}/versions/{version_id}/provenance": ({ skill_id, version_id }, { search }) =>
    skillViewTwin({ skill_id, version_id }, "provenance", search),
  "/skills/{skill_id}/versions/{version_id}/decisions": ({ skill_id, version_id }, { search }) =>
    skillViewTwin({ skill_id, version_id }, "decisions", search),
  "/skills/{skill_id}/versions/{version_id}/raw": ({ skill_id, version_id }) => versionSkillFile(skill_id, version_id),
};
