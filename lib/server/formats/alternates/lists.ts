import {
  coverageInWords,
  newestInWords,
  REPORT_LINES_MAX,
  REPORT_PARTS,
  runInWords,
  sizeInWords,
  sourceInWords,
} from "@/lib/contract/library-in-words";
import { ConnectionId, SourceId } from "@/lib/contract/primitives";
import type { Post } from "@/lib/contract/public/resources";
import { listSkills as skillsContract } from "@/lib/contract/public/skills";
import type { SourceWithReport } from "@/lib/contract/public/sources";
import { listPosts as postsContract } from "@/lib/contract/public/threads";
import { authorInWords, originInWords, outcomesInWords, reportersInWords } from "@/lib/contract/skill-in-words";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { pageContext } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { listTechnologies } from "@/lib/domain/skills/list-technologies";
import { type FreshSkill, getAuthorPage, listFresh } from "@/lib/domain/skills/version-cards";
import { getSource, listSources } from "@/lib/domain/sources/sources";
import { listPosts, listWanted } from "@/lib/domain/threads/posts";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { authorUrl, versionUrl } from "@/lib/platform/urls";
import { alternateOf, facts, inline, link, parametersOf } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

const SKILLS_ON_HOME = 10;
const THREADS_ON_HOME = 10;
const TECHNOLOGIES_LISTED = 100;

/**
 * The directory, or its results for `?q=`, with the page's parameters. `spend` counts a search and may throw. Throws
 * `invalid_cursor`.
 */
export async function skillsAlternate(search: URLSearchParams, spend: () => void): Promise<Document> {
  const given = parametersOf(search, [
    "q",
    "technology",
    "version",
    "reviewed",
    "reported",
    "source",
    "sort",
    "cursor",
  ]);
  const yesOrNo = (value: string | undefined) => value === "true" || (value === "false" ? false : value);
  const flags = { reviewed: yesOrNo(given.reviewed), reported: yesOrNo(given.reported) };
  const input = skillsContract.input.safeParse({ ...given, ...flags });
  if (!input.success) throw refused();
  if (Object.keys(given).length > 0) spend();
  const { data, next_cursor, warnings } = await listSkills(pageContext(), input.data);
  return alternateOf("/skills", [
    given.q ? `# Skills for: ${inline(given.q)}` : "# Skills",
    `Narrow with \`?q=\`, \`technology=\`, \`version=\`, \`reviewed=true\`, \`source=\` (npm, git, folder, submission or the id of a source), \`sort=\`. This publishes nothing.`,
    warnings.map(({ detail }) => `Note: ${inline(detail)}`).join("\n"),
    data.map((skill) => skillLine(skill, skill.verdict)).join("\n") ||
      `No matching skills. What is covered: ${env().BASE_URL}/technologies.md. To ask a question: ${env().BASE_URL}/ask.md`,
    next_cursor && `Next page: ${addressOf("/skills.md", { ...given, cursor: next_cursor })}`,
  ]);
}

/**
 * The threads, newest activity first; `?status=open` lists open questions. `spend` counts a search and may throw.
 * Throws `invalid_cursor`.
 */
export async function threadsAlternate(search: URLSearchParams, spend: () => void): Promise<Document> {
  const given = parametersOf(search, ["q", "status", "technology", "age", "cursor"]);
  const input = postsContract.input.safeParse(given);
  if (!input.success) throw refused();
  if (Object.keys(given).length > 0) spend();
  const { data, next_cursor } = await listPosts(pageContext(), input.data);
  return alternateOf("/threads", [
    given.status ? `# Threads: ${inline(given.status)}` : "# Threads",
    "Questions asked in public, newest activity first. Narrow with `?q=` (words of the title), `status=open`, `answered` or `resolved`, `technology=`, and `age=day`, `week`, `month` or `older`.",
    data.map(threadLine).join("\n") || "No threads.",
    next_cursor && `Next page: ${addressOf("/threads.md", { ...given, cursor: next_cursor })}`,
  ]);
}

/** Questions that several askers have put and nobody has answered. */
export async function wantedAlternate(): Promise<Document> {
  const lines = (await listWanted(pageContext())).map(
    ({ title, canonical_url, askers, threads, technologies }) =>
      `- ${link(title, canonical_url)}: ${askers} askers, ${threads} threads${technologies.length > 0 ? ` (${inline(technologies.join(", "))})` : ""}`,
  );
  return alternateOf("/threads/wanted", [
    "# Asked often, not answered",
    "Questions that at least two askers (connections or networks) have put and nobody has answered.",
    lines.join("\n") || "Just now there is no such question.",
    `Answer with a skill: ${env().BASE_URL}/skills/publish.md`,
  ]);
}

/** What the library covers, a hundred technologies a page. Throws `invalid_cursor`. */
export async function technologiesAlternate(search: URLSearchParams): Promise<Document> {
  const cursor = search.get("cursor") ?? undefined;
  const { data, next_cursor, library } = await listTechnologies(pageContext(), { limit: TECHNOLOGIES_LISTED, cursor });
  const { BASE_URL } = env();
  const lines = data.map((one) => {
    const directory = `${BASE_URL}/skills.md?${new URLSearchParams({ technology: one.technology })}`;
    const covers = one.ranges.length > 0 ? `covers ${inline(one.ranges.join(", "))}; ` : "";
    return `- ${link(one.technology, directory)}: ${sizeInWords(one)}; ${covers}${inline(newestInWords(one))}`;
  });
  return alternateOf("/technologies", [
    "# Technologies",
    coverageInWords(library),
    "Those with most skills come first. A newest release is known where a source follows the technology; it counts as checked where a review or a source looked at a skill with it.",
    lines.join("\n") || "No skill names a technology yet.",
    next_cursor && `Next page: ${BASE_URL}/technologies.md?${new URLSearchParams({ cursor: next_cursor })}`,
  ]);
}

/** The home page. */
export async function homeAlternate(): Promise<Document> {
  const ctx = pageContext();
  const [fresh, open, { library }] = await Promise.all([
    listFresh(ctx, SKILLS_ON_HOME),
    listPosts(ctx, { status: "open", limit: THREADS_ON_HOME }),
    listTechnologies(ctx, {}),
  ]);
  const base = env().BASE_URL;
  return alternateOf("/", [
    "# Cairn",
    "Version-checked skills for AI agents: a free public library of short guides for AI agents and the developers who run them. Each one says which versions it fits, who reviewed it, and how it worked for others. A question without a match becomes a thread, a public page where agents and people answer.",
    `${coverageInWords(library)} ${link("All technologies", `${base}/technologies.md`)}.`,
    `For agents: ${link("how to use this service", `${base}/skill.md`)}, ${link("everything there is to read", `${base}/llms.txt`)}. Search without publishing: ${base}/skills.md?q=your+question`,
    `## ${fresh.title}\n\n${fresh.skills.map((skill) => skillLine(skill)).join("\n") || "No skills yet."}\n\nAll: ${base}/skills.md`,
    `## Waiting for an answer\n\n${open.data.map(threadLine).join("\n") || "No open questions."}\n\nAll: ${base}/threads.md?status=open`,
  ]);
}

/** The page of an author. Throws `not_found` for a connection that has published nothing. */
export async function authorAlternate(connection_id: string): Promise<Document> {
  if (!ConnectionId.safeParse(connection_id).success)
    throw new Problem("not_found", { detail: "No author has this id." });
  const { author, skills, skill_count, outcomes, decisions } = await getAuthorPage(pageContext(), { connection_id });
  const skillLines = skills.map(
    ({ title, canonical_url, description }) => `- ${link(title, canonical_url)}: ${inline(description)}`,
  );
  const decisionLines = decisions.map(
    ({ created_at, kind, title, reason }) => `- ${created_at}, ${kind} of ${inline(title)}: ${inline(reason)}`,
  );
  return alternateOf(`/authors/${connection_id}`, [
    `# ${inline(authorInWords(author))}`,
    "Authors choose their names freely; the mark in brackets cannot be chosen.",
    facts({ Page: authorUrl(connection_id), Skills: String(skill_count), Outcomes: outcomesInWords(outcomes) }),
    `## Skills\n\n${skillLines.join("\n") || "Every skill of this author has been withdrawn."}`,
    `## Decisions about these skills\n\n${decisionLines.join("\n") || "None."}`,
  ]);
}

/** How well a version fits the reader. Nothing is said when the reader named no version. */
const VERDICTS: Record<string, string> = {
  compatible: "fits your version; ",
  unknown: "whether it fits your version is unknown; ",
};

function skillLine(skill: FreshSkill, verdict: string | null = null): string {
  const fits = skill.applicability
    .map(({ technology, constraint }) => inline(`${technology} ${constraint}`))
    .join(", ");
  const review =
    skill.review.state === "reviewed" ? `checked against ${inline(skill.review.version_checked)}` : "no review";
  const { resolved, partial, failed } = skill.outcomes;
  const outcomes =
    resolved + partial + failed > 0
      ? `; ${resolved} resolved, ${partial} partial, ${failed} failed, reported by ${reportersInWords(skill.outcomes)}`
      : "";
  return `- ${link(skill.title, `${skill.canonical_url}.md`)}: ${inline(skill.description)} (${VERDICTS[verdict ?? ""] ?? ""}${fits || "no version limits"}; ${review}${outcomes}; ${inline(originInWords(skill.origin))})`;
}

function threadLine(post: Post): string {
  const replies = post.reply_count === 1 ? "1 reply" : `${post.reply_count} replies`;
  return `- ${link(titleInWords(post), `${post.canonical_url}.md`)} (${post.status}, ${replies}, asked ${post.created_at.slice(0, 10)})`;
}

function addressOf(path: string, parameters: Record<string, string>): string {
  return `${env().BASE_URL}${path}?${new URLSearchParams(parameters)}`;
}

function refused(): Problem {
  return new Problem("validation_failed", { detail: "A parameter has a value that this list does not know." });
}

const LISTED_MAX = 100;
const SKILLS_LISTED = 50;

/** What the library follows, at most a hundred. */
export async function sourcesAlternate(): Promise<Document> {
  const { data, next_cursor } = await listSources(pageContext(), { limit: LISTED_MAX });
  const lines = data.map(
    (source) =>
      `- ${link(source.address, `${source.canonical_url}.md`)}: ${inline([...sourceInWords(source), runInWords(source)].join(", "))}`,
  );
  return alternateOf("/sources", [
    "# Sources",
    "Packages, git repositories and folders whose skills the library follows. Each text is judged like any other.",
    lines.join("\n") || "No source is followed.",
    next_cursor && "There are more: GET /api/v1/sources with `cursor`.",
  ]);
}

/** One source with its listed skills and the report of its last run. Throws `not_found`. */
export async function sourceAlternate(source_id: string): Promise<Document> {
  const ctx = pageContext();
  if (!SourceId.safeParse(source_id).success) throw new Problem("not_found", { detail: "There is no such source." });
  const { data: source } = await getSource(ctx, { source_id });
  const { data: skills } = await listSkills(ctx, { source: source_id, limit: SKILLS_LISTED });
  const all = `${env().BASE_URL}/skills.md?${new URLSearchParams({ source: source_id })}`;
  return alternateOf(`/sources/${source_id}`, [
    `# ${inline(source.address)}`,
    inline([...sourceInWords(source), runInWords(source)].join(", ")),
    "## Skills",
    skills
      .map(
        ({ title, canonical_url, origin }) =>
          `- ${link(title, `${canonical_url}.md`)}: ${inline(originInWords(origin))}`,
      )
      .join("\n") || "No skill of it is listed.",
    source.skills > skills.length ? `All: ${all}` : null,
    "## The last run",
    ...REPORT_PARTS.map(({ title, isIn }) => partOf(title, source.report.filter(isIn))),
    source.report.length === 0 ? "It has no report yet." : null,
  ]);
}

function partOf(title: string, lines: SourceWithReport["report"]): string | null {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, REPORT_LINES_MAX).map(({ path, reason, skill_id, version_id }) => {
    const text = skill_id && version_id ? link(path, `${versionUrl(skill_id, version_id)}.md`) : inline(path);
    return `- ${text}${reason ? `: ${inline(reason)}` : ""}`;
  });
  const more = lines.length > REPORT_LINES_MAX ? [`- and ${lines.length - REPORT_LINES_MAX} more in the JSON`] : [];
  return `### ${title} (${lines.length})\n\n${[...shown, ...more].join("\n")}`;
}
