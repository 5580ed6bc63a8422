import type { ParametersOf } from "@/lib/platform/address-pattern";
import { env } from "@/lib/platform/env";
import { mcpGuide } from "@/lib/server/formats/docs/mcp-guide";
import { ranking } from "@/lib/server/formats/docs/ranking";
import { walkthrough } from "@/lib/server/formats/docs/walkthrough";
import type { Asked, Document } from "@/lib/server/formats/document";
import { selectedSkillFile, versionSkillFile } from "@/lib/server/formats/skill-files";
import { askTwin } from "@/lib/server/formats/twins/ask";
import { connectTwin } from "@/lib/server/formats/twins/connect";
import { homeTwin, skillsTwin, threadsTwin } from "@/lib/server/formats/twins/lists";
import { twinOf } from "@/lib/server/formats/twins/markdown";
import { problemsTwin, problemTwin } from "@/lib/server/formats/twins/problems";
import { referenceTwin } from "@/lib/server/formats/twins/reference";
import { skillTwin, versionTwin } from "@/lib/server/formats/twins/skill";
import { skillViewTwin } from "@/lib/server/formats/twins/skill-views";
import { statusTwin } from "@/lib/server/formats/twins/status";
import { threadTwin } from "@/lib/server/formats/twins/thread";
import type { MarkdownPagePath } from "@/lib/server/pages";

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
