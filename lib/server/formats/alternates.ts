import type { ParametersOf } from "@/lib/platform/urls";
import {
  areaAlternate,
  askAlternate,
  connectAlternate,
  docsAlternate,
  guideAlternate,
  problemAlternate,
  problemsAlternate,
  publishAlternate,
  rankingAlternate,
  referenceAlternate,
  statusAlternate,
} from "@/lib/server/formats/alternates/docs";
import {
  authorAlternate,
  homeAlternate,
  skillsAlternate,
  sourceAlternate,
  sourcesAlternate,
  technologiesAlternate,
  threadsAlternate,
  wantedAlternate,
} from "@/lib/server/formats/alternates/lists";
import { skillAlternate, versionAlternate } from "@/lib/server/formats/alternates/skill";
import { skillViewAlternate } from "@/lib/server/formats/alternates/skill-views";
import { threadAlternate } from "@/lib/server/formats/alternates/thread";
import type { Asked, Document } from "@/lib/server/formats/document";
import { fittingSkillFile, versionSkillFile } from "@/lib/server/formats/skill-files";
import type { MarkdownPagePath } from "@/lib/server/pages";

type Alternates = {
  [Path in MarkdownPagePath]: (parameters: ParametersOf<Path>, asked: Asked) => Document | Promise<Document>;
};

/**
 * Maps each page that has a markdown alternate to the function that builds it. The types require exactly one function
 * for each.
 */
export const alternates: Alternates = {
  "/": homeAlternate,
  "/skills": (_, { search, spend }) => skillsAlternate(search, spend),
  "/technologies": (_, { search }) => technologiesAlternate(search),
  "/threads": (_, { search, spend }) => threadsAlternate(search, spend),
  "/ask": askAlternate,
  "/connect": connectAlternate,
  "/sources": () => sourcesAlternate(),
  "/sources/{source_id}": ({ source_id }) => sourceAlternate(source_id),
  "/status": statusAlternate,
  "/docs": (_, { search }) => docsAlternate(search),
  "/docs/why": () => guideAlternate("/docs/why"),
  "/docs/client": () => guideAlternate("/docs/client"),
  "/docs/mcp": () => guideAlternate("/docs/mcp"),
  "/docs/ranking": (_, { search, spend }) => rankingAlternate(search, spend),
  "/docs/glossary": () => guideAlternate("/docs/glossary"),
  "/docs/api": referenceAlternate,
  "/docs/api/{area}": ({ area }) => areaAlternate(area),
  "/problems": problemsAlternate,
  "/problems/{code}": ({ code }) => problemAlternate(code),
  "/authors/{connection_id}": ({ connection_id }) => authorAlternate(connection_id),
  "/threads/wanted": () => wantedAlternate(),
  "/threads/{thread_id}": ({ thread_id }) => threadAlternate(thread_id),
  "/skills/publish": () => publishAlternate(),
  "/skills/{skill_id}": ({ skill_id }, { search }) => skillAlternate(skill_id, search),
  "/skills/{skill_id}/{slug}": ({ skill_id }, { search }) => skillAlternate(skill_id, search),
  "/skills/{skill_id}/{slug}/versions": ({ skill_id }, { search }) =>
    skillViewAlternate({ skill_id }, "versions", search),
  "/skills/{skill_id}/{slug}/compare": ({ skill_id }, { search }) =>
    skillViewAlternate({ skill_id }, "compare", search),
  "/skills/{skill_id}/{slug}/provenance": ({ skill_id }, { search }) =>
    skillViewAlternate({ skill_id }, "provenance", search),
  "/skills/{skill_id}/{slug}/decisions": ({ skill_id }, { search }) =>
    skillViewAlternate({ skill_id }, "decisions", search),
  // The raw view shows the file, so its markdown is the file.
  "/skills/{skill_id}/{slug}/raw": ({ skill_id }, { search }) => fittingSkillFile(skill_id, search),
  "/skills/{skill_id}/versions/{version_id}": ({ skill_id, version_id }) => versionAlternate(skill_id, version_id),
  "/skills/{skill_id}/versions/{version_id}/provenance": ({ skill_id, version_id }, { search }) =>
    skillViewAlternate({ skill_id, version_id }, "provenance", search),
  "/skills/{skill_id}/versions/{version_id}/decisions": ({ skill_id, version_id }, { search }) =>
    skillViewAlternate({ skill_id, version_id }, "decisions", search),
  "/skills/{skill_id}/versions/{version_id}/raw": ({ skill_id, version_id }) => versionSkillFile(skill_id, version_id),
};
