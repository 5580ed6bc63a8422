import type { Coverage, Technology } from "@/lib/contract/public/technologies";

/** "41 skills in 58 versions cover 23 technologies. The last check was on 2026-11-12." */
export function coverageInWords({ technologies, skills, versions, checked_at }: Coverage): string {
  if (skills === 0) return "The library has no skills yet.";
  const covered = `${of(skills, "skill")} in ${of(versions, "version")} ${skills === 1 ? "covers" : "cover"} ${technologies === 1 ? "1 technology" : `${technologies.toLocaleString("en-GB")} technologies`}.`;
  return checked_at ? `${covered} The last check was on ${checked_at.slice(0, 10)}.` : covered;
}

/** "3 skills, 5 versions" */
export function sizeInWords({ skills, versions }: Pick<Technology, "skills" | "versions">): string {
  return `${of(skills, "skill")}, ${of(versions, "version")}`;
}

/** "newest release 17.0.0 (2026-11-01): 2 of 3 skills checked with it" */
export function newestInWords({ newest, skills }: Pick<Technology, "newest" | "skills">): string {
  if (newest === null) return "newest release not known";
  const { version, released_at, skills_checked } = newest;
  const release = `newest release ${version}${released_at ? ` (${released_at.slice(0, 10)})` : ""}`;
  if (skills_checked === 0) return `${release}: not checked with it`;
  return `${release}: ${skills_checked === skills ? "checked with it" : `${skills_checked} of ${of(skills, "skill")} checked with it`}`;
}

function of(count: number, what: string): string {
  return `${count.toLocaleString("en-GB")} ${what}${count === 1 ? "" : "s"}`;
}
