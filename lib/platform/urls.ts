import { env } from "@/lib/platform/env";

/** The canonical page of a skill, shared and stable for the skill's life. */
export function skillUrl(skill_id: string, slug: string): string {
  return `${env().BASE_URL}/skills/${skill_id}/${slug}`;
}

/** The address of a skill with only its id, which redirects to its canonical page. */
export function skillPermalink(skill_id: string): string {
  return `${env().BASE_URL}/skills/${skill_id}`;
}

/** The permalink of one version. */
export function versionUrl(skill_id: string, version_id: string): string {
  return `${env().BASE_URL}/skills/${skill_id}/versions/${version_id}`;
}

/** The SKILL.md of exactly one version: its bytes never change. */
export function versionFileUrl(skill_id: string, version_id: string): string {
  return `${versionUrl(skill_id, version_id)}/SKILL.md`;
}

/** A file of exactly one version: its bytes never change. */
export function fileUrl(skill_id: string, version_id: string, path: string): string {
  return `${filesUrl(skill_id, version_id)}${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** The whole folder of exactly one version as a tar.gz: its bytes never change. */
export function archiveUrl(skill_id: string, version_id: string): string {
  return `${versionUrl(skill_id, version_id)}/skill.tgz`;
}

/** The start of the addresses of a version's files. */
export function filesUrl(skill_id: string, version_id: string): string {
  return `${versionUrl(skill_id, version_id)}/files/`;
}

/** The SKILL.md that a holder of this version should have now: of the version that supersedes it, or its own. */
export function updateFileUrl(skill_id: string, version_id: string): string {
  return `${versionUrl(skill_id, version_id)}/update/SKILL.md`;
}

/** The page of a connection that has published. */
export function authorUrl(connection_id: string): string {
  return `${env().BASE_URL}/authors/${connection_id}`;
}

/** The directory with a technology. */
export function technologyUrl(technology: string): string {
  return `${env().BASE_URL}/skills?${new URLSearchParams({ technology })}`;
}

/** The page of what the library follows. */
export function sourceUrl(source_id: string): string {
  return `${env().BASE_URL}/sources/${source_id}`;
}

/** The canonical page of a thread. */
export function threadUrl(thread_id: string): string {
  return `${env().BASE_URL}/threads/${thread_id}`;
}

/** The polling URL of a thread's replies. */
export function repliesUrl(thread_id: string): string {
  return `${env().BASE_URL}/api/v1/posts/${thread_id}/replies`;
}

/** A skill, or one version of it, in the public interface. */
export function apiUrl(skill_id: string, version_id: string | null): string {
  const skill = `${env().BASE_URL}/api/v1/skills/${skill_id}`;
  return version_id ? `${skill}/versions/${version_id}` : skill;
}

/** The two addresses of exactly one version: its page and its file. */
export function versionAddresses(row: { skill_id: string; version_id: string }): {
  version_url: string;
  skill_md_url: string;
} {
  const { skill_id, version_id } = row;
  return { version_url: versionUrl(skill_id, version_id), skill_md_url: versionFileUrl(skill_id, version_id) };
}

/** The page of a search result: the skill's page, or the permalink of a version that is not the selected one. */
export function listedUrl(row: { skill_id: string; version_id: string; slug: string; is_selected: boolean }): string {
  return row.is_selected ? skillUrl(row.skill_id, row.slug) : versionUrl(row.skill_id, row.version_id);
}

/** The page on which anyone reports a version. */
export function reportUrl(skill_id: string, version_id: string): string {
  return `${env().BASE_URL}/report?${new URLSearchParams({ skill_id, version_id })}`;
}

/** What each named part of an address looks like, as a regular expression. */
const SHAPES: Record<string, string> = {
  skill_id: "skl_[\\w-]+",
  version_id: "skv_[\\w-]+",
  operation_ref: "kop_[\\w-]+",
  connection_id: "con_[\\w-]+",
  thread_id: "thr_[\\w-]+",
  slug: "[a-z0-9-]+",
  code: "[a-z_]+",
  area: "[a-z-]+",
};

/** The names in a pattern: `"skill_id"` of `/skills/{skill_id}/SKILL.md`. */
export type ParametersOf<Pattern extends string> = Pattern extends `${string}{${infer Name}}${infer Rest}`
  ? Record<Name, string> & ParametersOf<Rest>
  : unknown;

/**
 * A pattern such as `/skills/{skill_id}/SKILL.md` as a regular expression with named groups. Each part has the shape of its name;
 * with `anySegment` a part that is a whole segment may be any text, so that a wrong id is found and can be answered as one.
 * `{rest}` and `{file_path}` take everything that follows.
 */
export function addressPattern(pattern: string, options: { anySegment: boolean }): RegExp {
  const source = pattern.replaceAll(/[.*+?^$|()\\]/g, "\\$&").replaceAll(/(\/?)\{(\w+)\}(?=(\/|$)?)/g, (...match) => {
    const [, slash = "", name = "", end] = match;
    const isSegment = slash === "/" && end !== undefined;
    const shape =
      name === "rest" || name === "file_path"
        ? ".+"
        : isSegment && options.anySegment
          ? "[^/]+"
          : (SHAPES[name] ?? "[^/]+");
    return `${slash}(?<${name}>${shape})`;
  });
  return new RegExp(`^${source}$`);
}
