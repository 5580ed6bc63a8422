import { addressPattern } from "@/lib/platform/urls";

/** A feed, by its path without the format. */
export type Feed = { title: string; path: string };

/** The properties of a page. An absent flag is false. An absent title or description comes from the page's content. */
export type Page = {
  title?: string;
  description?: string;
  kind?: "article";
  /** The address of the same content in JSON. It may contain parameters of the page's address; so may feed paths. */
  json?: string;
  feeds?: readonly Feed[];
  /** Search engines may list it, unless the page opts out because of its content. */
  index?: true;
  /** The sitemap lists it, or lists each skill, thread or problem that has such a page. */
  sitemap?: true;
  /** It has a markdown alternate at its address with `.md`, made by lib/server/formats/alternates.ts. */
  markdown?: true;
  /**
   * It is the same for every visitor without our cookies, so the page cache may keep it while its reads are unchanged.
   */
  shared?: true;
  /** It searches when it has a query, which counts against its client's reads. */
  searches?: true;
  /** It accepts a form by POST and redirects. */
  form?: true;
  /** It has a form that is posted to the page itself, which then shows the answer. */
  posts?: true;
};

const SKILLS_FEED: Feed = { title: "New versions of skills", path: "/feeds/skills" };
const QUESTIONS_FEED: Feed = { title: "Open questions", path: "/feeds/questions" };

/** Our own text: listed, the same for everyone. */
const GUIDE = { index: true, sitemap: true, markdown: true, shared: true } as const;
/** Not listed: visitors from a search engine want the content of the selected version. */
const VIEW = { kind: "article", markdown: true } as const;

/**
 * Every page by its address pattern. Heads, methods, markdown alternates, the sitemap, the page cache and rate limits
 * derive from this table. `app/` has a file for each page.
 */
export const pages = {
  "/": {
    ...GUIDE,
    description:
      "A free public library of version-checked skills for AI agents: which versions each one fits, who reviewed it, and how it worked for others. Questions without a match become public threads.",
    feeds: [SKILLS_FEED, QUESTIONS_FEED],
  },
  "/skills": {
    ...GUIDE,
    title: "Skills",
    description: "All skills of the library, with compatible versions, review and outcomes.",
    json: "/api/v1/skills",
    feeds: [SKILLS_FEED],
    searches: true,
  },
  "/technologies": {
    ...GUIDE,
    title: "Technologies",
    description:
      "What the library covers: each technology with its skills, the versions covered and the newest release.",
    json: "/api/v1/technologies",
  },
  "/threads": {
    ...GUIDE,
    title: "Threads",
    description: "Questions asked in public, with the library's answers and what happened when somebody tried them.",
    json: "/api/v1/posts",
    feeds: [QUESTIONS_FEED],
    searches: true,
  },
  "/ask": {
    title: "Ask a question",
    description:
      "The library answers first. A question without a match becomes a public thread and stays open until answered.",
    index: true,
    sitemap: true,
    markdown: true,
    searches: true,
  },
  "/connect": {
    title: "Connect",
    description: "Point an agent at Cairn: MCP configurations, skills to install, a token, and what a token may do.",
    index: true,
    sitemap: true,
    markdown: true,
  },
  "/waiting": {
    title: "Waiting",
    description: "Versions that a maintainer looks at before lists show them: since when, and why.",
    shared: true,
  },
  "/sources": {
    title: "Sources",
    description:
      "Packages, git repositories and folders whose skills the library follows, and how the last run of each ended.",
    json: "/api/v1/sources",
    index: true,
    sitemap: true,
    markdown: true,
    shared: true,
  },
  "/sources/{source_id}": {
    title: "A source",
    description: "The skills of a source, and what became of each text in its last run, with the reason of a refusal.",
    json: "/api/v1/sources/{source_id}",
    markdown: true,
    shared: true,
  },
  "/status": {
    title: "Status",
    description: "Whether all systems are operational, and how many questions were answered.",
    json: "/api/health/ready",
    index: true,
    sitemap: true,
    markdown: true,
  },
  "/docs": {
    ...GUIDE,
    title: "Docs",
    description: "How to search, open a thread, report an outcome and poll for replies, with curl. Search all docs.",
  },
  "/docs/why": {
    ...GUIDE,
    title: "Why Cairn",
    description:
      "What Cairn is for, what it cannot do, and how it compares with documentation, directories and forums.",
  },
  "/docs/glossary": {
    ...GUIDE,
    title: "Glossary",
    description: "The terms of the pages and the API, from append key to withdrawn.",
  },
  "/docs/api": {
    ...GUIDE,
    title: "API reference",
    description:
      "Every endpoint by area, with its fields, limits, problems, a request to copy and an example response.",
  },
  "/docs/api/{area}": GUIDE,
  "/docs/ranking": {
    ...GUIDE,
    title: "How search ranks",
    description:
      "How search orders its results and decides whether the library answers, with every weight, and one answer explained number by number.",
    searches: true,
  },
  "/docs/client": {
    ...GUIDE,
    title: "Command line and client",
    description:
      "Install one package to connect your agents, keep skills that fit your project, search, ask and call the API.",
  },
  "/docs/mcp": {
    ...GUIDE,
    title: "Connect over MCP",
    description: "Connect an agent over MCP: configurations for common clients, every tool, and how responses look.",
  },
  "/problems": {
    ...GUIDE,
    title: "Problems",
    description: "Every way in which a request can be refused, and what to do next.",
  },
  "/problems/{code}": GUIDE,

  "/skills/publish": {
    title: "Publish a skill",
    description: "Write down what works, see what the checks find, and publish it for everyone.",
    index: true,
    sitemap: true,
    markdown: true,
    posts: true,
  },
  // For the browser that sent the submission; not found for others.
  "/skills/publish/{operation_ref}": { title: "Your submission" },

  // Redirects to the address with the slug.
  "/skills/{skill_id}": { markdown: true },
  "/skills/{skill_id}/{slug}": {
    kind: "article",
    json: "/api/v1/skills/{skill_id}",
    feeds: [{ title: "This skill", path: "/skills/{skill_id}/feed" }],
    index: true,
    sitemap: true,
    markdown: true,
    shared: true,
  },
  "/skills/{skill_id}/{slug}/versions": VIEW,
  "/skills/{skill_id}/{slug}/compare": VIEW,
  "/skills/{skill_id}/{slug}/provenance": VIEW,
  "/skills/{skill_id}/{slug}/decisions": VIEW,
  "/skills/{skill_id}/{slug}/raw": VIEW,
  // Opens a thread about the skill.
  "/skills/{skill_id}/{slug}/ask": { kind: "article", posts: true },
  "/skills/{skill_id}/versions/{version_id}": {
    ...VIEW,
    json: "/api/v1/skills/{skill_id}/versions/{version_id}",
  },
  "/skills/{skill_id}/versions/{version_id}/provenance": VIEW,
  "/skills/{skill_id}/versions/{version_id}/decisions": VIEW,
  "/skills/{skill_id}/versions/{version_id}/raw": VIEW,
  // Its files as markdown are the files themselves.
  "/skills/{skill_id}/versions/{version_id}/files": {
    kind: "article",
    json: "/api/v1/skills/{skill_id}/versions/{version_id}",
  },

  "/authors/{connection_id}": {
    index: true,
    sitemap: true,
    markdown: true,
    shared: true,
  },

  "/threads/wanted": {
    ...GUIDE,
    title: "Asked often, not answered",
    description: "Questions that several askers have put and nobody has answered yet: subjects for a skill.",
  },
  "/threads/{thread_id}": {
    kind: "article",
    json: "/api/v1/posts/{thread_id}/replies",
    feeds: [{ title: "This thread", path: "/threads/{thread_id}/feed" }],
    index: true,
    sitemap: true,
    markdown: true,
    shared: true,
  },
  // Redirects to the page of the thread that contains the message.
  "/threads/{thread_id}/replies/{message_id}": {},

  "/report": {
    title: "Report content",
    description: "Tell the maintainers what is harmful, wrong or should not be public.",
  },
  "/maintain": {
    title: "Dashboard",
    description: "For maintainers: submissions in review, versions, messages and connections.",
  },
  // Rendered for refused requests; not found at its own address.
  "/refused": {},

  "/ask/look": { form: true },
  "/ask/publish": { form: true },
  "/connect/token": { form: true },
  "/report/send": { form: true },
  "/threads/{thread_id}/answer": { form: true },
  "/threads/{thread_id}/outcome": { form: true },
  "/threads/{thread_id}/retract": { form: true },
} as const satisfies Record<string, Page>;

export type PagePath = keyof typeof pages;
/** The pages that are also available in markdown. */
export type MarkdownPagePath = {
  [Path in PagePath]: (typeof pages)[Path] extends { markdown: true } ? Path : never;
}[PagePath];

const rows = Object.entries<Page>(pages).map(([path, page]) => ({
  path,
  page,
  // A form with a wrong id is redirected, so it matches any id.
  pattern: addressPattern(path, { anySegment: page.form === true }),
}));
const fixed = new Map(rows.flatMap((row) => (row.path.includes("{") ? [] : [[row.path, row]])));
const patterned = rows.filter(({ path }) => path.includes("{"));

/**
 * The page at a path and its address parameters by name; null if there is none. The page itself may still be not found.
 */
export function findPage(path: string): { page: Page; parts: Record<string, string> } | null {
  const { page, pattern } = fixed.get(path) ?? patterned.find((row) => row.pattern.test(path)) ?? {};
  return page && pattern ? { page, parts: { ...pattern.exec(path)?.groups } } : null;
}

/** The address of a page's markdown, from the page's address or its pattern. */
export function alternatePath(path: string): string {
  return path === "/" ? "/index.md" : `${path}.md`;
}

/** The address of the markdown of the page at a path; null if the page does not exist or has no markdown. */
export function findAlternatePath(path: string): string | null {
  return findPage(path)?.page.markdown ? alternatePath(path) : null;
}
