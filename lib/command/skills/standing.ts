import { CairnError } from "@/lib/client/call";
import type { Io } from "@/lib/command/io";
import { judge } from "@/lib/command/projects/judge";
import type { Technology } from "@/lib/command/projects/technology";
import { chooseFor, fitInWords, inWords, type Judged, judgeVersion, type Skill } from "@/lib/command/skills/choose";
import { digestOf, fileOf, hasDigest } from "@/lib/command/skills/files";
import type { Held } from "@/lib/command/skills/held";
import type { LockedSkill } from "@/lib/command/skills/lock-file";
import type { Service } from "@/lib/command/skills/recorded-calls";

/** How a skill of `cairn.lock` stands to the project and to what is published. */
export type Standing = {
  slug: string;
  locked: LockedSkill;
  /**
   * `current`: nothing to do. `newer`: another version fits, and search offers it now. `misfit`: the version does not fit
   * what the project uses. `withdrawn`: the version or the whole skill was withdrawn.
   */
  state: "current" | "newer" | "misfit" | "withdrawn";
  /** The version that fits and that `update` would install; null when it would install none. */
  target: Judged | null;
  /** One sentence of why. */
  detail: string;
  /** The technologies of the project that the version excludes. */
  excluded: Technology[];
  missing: string[];
  /** Files that are neither as `cairn.lock` says nor absent. */
  changed: string[];
};

/** Whether the locked version may be written again: not one that was withdrawn, or that does not fit and was not pinned. */
export function isKeepable({ state, locked }: Standing): boolean {
  return state !== "withdrawn" && (state !== "misfit" || locked.pinned === true);
}

/** The standings of skills, one after the other. Throws as `standingOf`. */
export async function standingsOf(io: Io, service: Service, { project, skills }: Held): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (const [slug, locked] of skills) {
    io.progress(`Reading ${slug} …`);
    standings.push(await standingOf(service, project.folder, slug, locked, project.technologies));
  }
  return standings;
}

/** Reads what is published of the skill, and the files that are here. Throws CairnError when no answer comes. */
export async function standingOf(
  service: Service,
  project: string,
  slug: string,
  locked: LockedSkill,
  technologies: readonly Technology[],
): Promise<Standing> {
  const digests = locked.folders.flatMap((folder) => {
    const target = { project, folder, slug };
    const beside = Object.entries(locked.files ?? {}).map(([file, digest]) => ({
      file: fileOf({ ...target, file }),
      digest: hasDigest({ ...target, file }, digest) ? locked.digest : digestOf({ ...target, file }),
    }));
    return [{ file: fileOf(target), digest: digestOf(target) }, ...beside];
  });
  const files = {
    missing: digests.flatMap(({ file, digest }) => (digest === null ? [file] : [])),
    changed: digests.flatMap(({ file, digest }) => (digest === null || digest === locked.digest ? [] : [file])),
  };
  const skill = await publishedSkill(service, locked.skill_id);
  if (!skill)
    return {
      slug,
      locked,
      state: "withdrawn",
      target: null,
      detail: "The skill was withdrawn: cairn remove takes it away.",
      excluded: [],
      ...files,
    };
  return { slug, locked, ...judged(skill, locked, technologies), ...files };
}

function judged(
  skill: Skill,
  locked: LockedSkill,
  technologies: readonly Technology[],
): Pick<Standing, "state" | "target" | "detail" | "excluded"> {
  const found = skill.versions.find(({ version_id }) => version_id === locked.version_id);
  const chosen = chooseFor(skill, technologies);
  const other = chosen && chosen.version.version_id !== locked.version_id ? chosen : null;
  const target = locked.pinned ? null : other;
  const offer = other
    ? `version ${other.version.ordinal} ${other.verdict === "compatible" ? "fits" : "is offered"}`
    : "no version fits";
  const pin = locked.pinned && other ? `; it is pinned, and cairn add ${locked.skill_id} would add that version` : "";
  if (!found || found.state === "withdrawn")
    return {
      state: "withdrawn",
      target,
      excluded: [],
      detail: `Version ${locked.version} was withdrawn; ${offer}${pin}.`,
    };
  const held = judgeVersion(found, technologies);
  if (held.verdict === "incompatible") {
    const detail = `Version ${locked.version} is for ${locked.covers.join(", ")} and does not fit ${inWords(held.uses)}; ${offer}${pin}.`;
    const excluded = held.uses.filter((one) => judge(found.applicability, [one]) === "incompatible");
    return { state: "misfit", target, detail, excluded };
  }
  if (!other) return { state: "current", target: null, excluded: [], detail: fitInWords(held) };
  return { state: "newer", target, excluded: [], detail: `Version ${locked.version} is here; ${offer}${pin}.` };
}

/** Null when nothing of the skill can be read any more. */
async function publishedSkill({ cairn }: Service, skill_id: string): Promise<Skill | null> {
  try {
    return await cairn.getSkill({ skill_id });
  } catch (error) {
    if (error instanceof CairnError && (error.code === "withdrawn" || error.code === "not_found")) return null;
    throw error;
  }
}
