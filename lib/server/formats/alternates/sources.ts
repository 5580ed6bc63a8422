import { originInWords } from "@/lib/contract/origin-in-words";
import { SourceId } from "@/lib/contract/primitives";
import type { SourceWithReport } from "@/lib/contract/public/sources";
import { REPORT_LINES_MAX, REPORT_PARTS, runInWords, sourceInWords } from "@/lib/contract/source-in-words";
import { pageContext } from "@/lib/domain/context";
import { listSkills } from "@/lib/domain/skills/list-skills";
import { getSource, listSources } from "@/lib/domain/sources/sources";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { versionUrl } from "@/lib/platform/urls";
import { alternateOf, inline, link } from "@/lib/server/formats/alternates/markdown";
import type { Document } from "@/lib/server/formats/document";

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
