import { type Api, type Headers, toRequest } from "@/e2e/support/api";
import type { Skill } from "@/e2e/support/fixtures";
import { type Caller, conversation, skillRef, versionRef } from "@/e2e/support/knowledge";
import { CONVERSATION_VIEWS, SKILL_VIEWS } from "@/e2e/support/knowledge-reading";
import type { Agent } from "@/e2e/support/mcp";
import type { EndpointContract } from "@/lib/contract/endpoint";
import { endpoints } from "@/lib/server/endpoints";
import { documents } from "@/lib/server/formats/documents";
import { skillUri } from "@/lib/server/mcp/skill-resources";
import { unlistedTools } from "@/lib/server/mcp/tools/all";
import { type Page, pages } from "@/lib/server/pages";

/** The target of each check: two threads and versions of two skills that all match one word. */
export type Sought = {
  ask: string;
  threads: string[];
  skills: Skill[];
  older: Skill;
  holder: Caller;
  maintainer: Caller;
};

export type Seen = { status: number; text: string; etag: string | undefined };
/** One read path. `names` is the id that its URL names, if there is one. */
export type Look = { where: string; names: string | null; look: (headers?: Headers) => Promise<Seen> };

type Inputs = (sought: Sought) => Array<Record<string, unknown>>;
const nothing: Inputs = () => [];
const perThread: Inputs = ({ threads }) => threads.map((post_id) => ({ post_id }));

/** How endpoints could expose content of others; `inputsOf` decides about endpoints that are not listed. */
const INPUTS: Partial<Record<keyof typeof endpoints, Inputs>> = {
  search: ({ ask }) => [{ q: ask, preview: true }],
  searchPost: ({ ask }) => [{ q: ask, preview: true }],
  listReplies: perThread,
  listPosts: ({ ask }) => [{ limit: 100 }, { q: ask }],
  getPost: perThread,
  listSkills: ({ ask }) => [{ limit: 100 }, { q: ask }, { sort: "title", limit: 100 }],
  findFittingSkills: ({ ask }) => [{ technologies: [{ technology: ask, version: "1.2.3" }] }],
  getSkill: ({ skills }) => skills.map(({ skill_id }) => ({ skill_id })),
  getSkillVersion: ({ skills }) => skills.map(({ skill_id, version_id }) => ({ skill_id, version_id })),
  getConnection: () => [{}],
  listDecisions: () => [{ limit: 100 }, { kind: "selection", limit: 100 }],
  listLog: nothing,
  getLogCheckpoint: nothing,
  // The report of a source names paths and ids, no text of a version.
  getSource: nothing,
  getPublicOpenapi: nothing,
  knowledgeSearch: ({ ask, skills }) => [
    { query: ask, skill_limit: 5, conversation_limit: 3 },
    { query: ask, loaded_versions: skills.map(versionRef) },
  ],
  // It searches like knowledgeSearch, and each call would add a thread that matches the word.
  startTask: nothing,
  sync: ({ skills }) => [{ selected_versions: skills.map(versionRef) }],
  read: ({ threads, skills, older }) => [
    ...threads.flatMap((id) => CONVERSATION_VIEWS.map((view) => ({ ref: conversation(id), view }))),
    ...skills.flatMap((skill) =>
      [skillRef(skill), versionRef(skill)].flatMap((ref) =>
        SKILL_VIEWS.filter((view) => view !== "comparison").map((view) => ({ ref, view })),
      ),
    ),
    ...skills
      .filter(({ skill_id }) => skill_id === older.skill_id)
      .map((skill) => ({ ref: versionRef(skill), view: "comparison", compare_version_id: older.version_id })),
  ],
  getKnowledgeOpenapi: nothing,
  // For maintainers, who must see what they decide on.
  listQueue: nothing,
  listConnections: nothing,
  listStaleVersions: nothing,
};

/**
 * An endpoint that reads and is not listed is called without input; throws when it needs some. Endpoints that write show
 * nothing of others.
 */
function inputsOf(name: string, { method, rate, input }: EndpointContract): Inputs {
  const listed = INPUTS[name as keyof typeof endpoints];
  if (listed) return listed;
  if (method !== "GET" && rate !== "read" && rate !== "v2_read") return nothing;
  if (method === "GET" && input.safeParse({}).success) return () => [{}];
  throw new Error(`The endpoint ${name} reads: list in INPUTS with which input.`);
}

/** Every read path through the endpoint table. */
export function endpointLooks(api: Api, sought: Sought): Look[] {
  return Object.entries(endpoints).flatMap(([name, { contract }]) =>
    inputsOf(
      name,
      contract,
    )(sought).map((input) => {
      const { path: address, headers, body } = toRequest(contract, input);
      const token = contract.auth === "connection" ? sought.holder.headers : {};
      const given = JSON.stringify(input);
      const byAddress = contract.path.includes("{") || contract.name === "read";
      const isKept = /"view":"(history|provenance|decisions|links|comparison)"/.test(given) && !given.includes("thr_");
      return {
        where: `${contract.name} ${given}`,
        names: byAddress && !isKept ? given : null,
        look: (more = {}) => exchange(api, contract.method, address, { ...headers, ...token, ...more }, body),
      };
    }),
  );
}

/** Every page and every document in their tables. */
export function pageLooks(api: Api, sought: Sought): Look[] {
  const paths = Object.keys(pages).filter((path) => !NOTHING_TO_SEE.has(path));
  const addresses = [...paths, ...documents.map((each) => each.path)].flatMap((pattern) => filled(pattern, sought));
  return [...new Set(addresses)].flatMap((address) => {
    const isAbout = /(skl|skv|thr)_/.test(address);
    // Decisions and earlier state stay readable, as in the knowledge interface.
    const isKept = /\/(versions|compare|provenance|decisions|badge\.svg)(\.md)?$|^\/skills\/[^/]+\/feed\./.test(
      address,
    );
    const names = isAbout && !isKept ? address : null;
    const asked = isAbout ? [address] : [address, `${address}?q=${sought.ask}`];
    return asked.map((where) => ({ where, names, look: (more) => exchange(api, "GET", where, more ?? {}) }));
  });
}

/** Lists whose URL contains a file name, and those names. */
const LISTS: Record<string, string[]> = {
  "/feeds/{file}": ["skills.atom", "skills.json", "questions.atom", "questions.json"],
  "/sitemaps/{file}": ["pages.xml", "skills.xml", "threads.xml", "authors.xml"],
};

/** A pattern with its parameters filled in, for each target. */
function filled(pattern: string, { threads, skills, holder }: Sought): string[] {
  const files = LISTS[pattern];
  if (files) return files.map((file) => pattern.replace("{file}", file));
  // The same refusal at every address.
  if (pattern === "/.well-known/{rest}") return [];
  // It shows nothing of others.
  if (pattern === "/client/{file}") return [];
  if (pattern.includes("{thread_id}")) return threads.map((thread_id) => fillPattern(pattern, { thread_id }));
  if (pattern.includes("{connection_id}")) return [fillPattern(pattern, { connection_id: holder.connection_id })];
  // See getSource above; source-pages.test.ts looks at the skills that it names.
  if (pattern.includes("{source_id}")) return [];
  if (!pattern.includes("{skill_id}")) return [fillPattern(pattern, { code: "withdrawn", area: "threads" })];
  return skills.map((skill) => fillPattern(pattern, partsOf(skill, "", holder.connection_id)));
}

/** Every read-only tool and every resource of an agent with a token. */
export async function agentLooks(agent: Agent, sought: Sought): Promise<Look[]> {
  const { ask, threads, skills } = sought;
  const ARGUMENTS: Record<string, Array<Record<string, unknown>>> = {
    search_skills: [{ query: ask }],
    get_skill: skills.flatMap(({ skill_id, version_id }) => [{ skill_id }, { skill_id, version_id }]),
    list_skills: [{}],
    suggest_skills: [{ technologies: [{ technology: "next.js" }] }],
    read_thread: threads.map((thread_id) => ({ thread_id })),
    knowledge_search: [{ query: ask, skill_limit: 5, conversation_limit: 3 }],
    knowledge_read: [...threads.map(conversation), ...skills.map(versionRef)].map((ref) => ({ ref })),
    sync: [{ selected_versions: skills.map(versionRef) }],
  };
  const { tools } = await agent.client.listTools();
  const listed = tools.filter((tool) => tool.annotations?.readOnlyHint === true || tool.name === "sync");
  const hasToken = tools.some(({ name }) => name === "sync");
  const calls = [...listed, ...(hasToken ? unlistedTools : [])].flatMap(({ name }) => {
    const given = ARGUMENTS[name];
    if (!given) throw new Error(`The tool ${name} reads: say here with which arguments.`);
    return given.map((args) => ({
      where: `mcp ${name} ${JSON.stringify(args)}`,
      names: /_(thread|skill|read)$/.test(name) ? JSON.stringify(args) : null,
      look: () => said(agent.call(name, args)),
    }));
  });
  const { resources } = await agent.client.listResources();
  const uris = [
    ...threads.map((id) => `thread://${id}`),
    ...skills.flatMap(({ slug, version_id }) => [skillUri({ slug, version_id: null }), skillUri({ slug, version_id })]),
  ];
  const reads = uris.map((uri) => ({
    where: `mcp ${uri}`,
    names: uri,
    look: () => said(agent.client.readResource({ uri })),
  }));
  const list = { where: "mcp resources", names: null, look: () => said(agent.client.listResources()) };
  return resources.length > 0 ? [...calls, ...reads, list] : [...calls, ...reads];
}

async function said(call: Promise<object>): Promise<Seen> {
  try {
    const answer = await call;
    const refused = "isError" in answer && answer.isError === true;
    return { status: refused ? 404 : 200, text: JSON.stringify(answer), etag: undefined };
  } catch (error) {
    return { status: 404, text: String(error), etag: undefined };
  }
}

async function exchange(
  api: Api,
  method: string,
  where: string,
  headers: Headers,
  body?: string | Uint8Array,
): Promise<Seen> {
  const { status, text, headers: got } = await api.send(method, where, headers, body);
  return { status, text, etag: got.etag };
}

/** Test values for the parameters of URL patterns. */
export type Parts = Record<string, string>;

/** The parameters that name a skill, a thread, an author and an area of the reference. */
export function partsOf({ skill_id, slug, version_id }: Skill, thread_id: string, connection_id: string): Parts {
  return {
    skill_id,
    slug,
    version_id,
    thread_id,
    connection_id,
    code: "withdrawn",
    area: "threads",
    file_path: "references/more.md",
  };
}

/** The URL of a page or document pattern with these values. New parameters must be added here. */
export function fillPattern(pattern: string, parts: Parts): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = parts[name];
    if (value === undefined) throw new Error(`${pattern}: say here what ${name} stands for.`);
    return value;
  });
}

/** Pages of the table without content of their own: they redirect, refuse, or take a form. */
export const NOTHING_TO_SEE = new Set(
  Object.entries<Page>(pages)
    .filter(([, { form }]) => form)
    .map(([path]) => path)
    .concat(
      "/skills/publish/{operation_ref}",
      "/skills/{skill_id}",
      "/threads/{thread_id}/replies/{message_id}",
      "/refused",
    ),
);
