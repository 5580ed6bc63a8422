import { CairnError } from "@/lib/client/call";
import { command } from "@/lib/command/command";
import { EXIT, type Io } from "@/lib/command/io";
import type { Technology } from "@/lib/command/projects/technology";
import { type Service, sentInWords, serviceOf, wouldRead } from "@/lib/command/service-calls";
import {
  chooseFor,
  fitInWords,
  inShort,
  inWords,
  type Judged,
  judge,
  judgeVersion,
  type Skill,
} from "@/lib/command/skills/choose";
import { digestOf, fileOf, hasDigest } from "@/lib/command/skills/files";
import { type LockedSkill, requireService } from "@/lib/command/skills/lock-file";
import { type Held, heldSkills } from "@/lib/command/skills/project-state";
import { style } from "@/lib/command/terminal";

/** `cairn outdated`: which skills no longer fit what the project uses, and which have a newer version that fits. */
export const outdated = command({
  name: "outdated",
  about: "list skills that no longer fit, and the versions that do",
  args: { "[skills...]": "names of skills in cairn.lock (default: all)" },
  options: { "dry-run": { about: "print what would be sent, and send nothing" } },
  async run(io, names, { "dry-run": dryRun }) {
    const held = heldSkills(io, names);
    const { lock, skills } = held;
    requireService(lock, io.base);
    if (dryRun) return wouldRead(io, skills);
    const service = serviceOf(io);
    const standings = await standingsOf(io, service, held);
    const needing = standings.filter(needsAttention);
    if (needing.length > 0) io.exit = EXIT.attention;
    const lines = [...standings.map(standingInWords), ...whatHelps(standings), style.dim(sentInWords(service.sent))];
    io.answer({ skills: standings.map(told), sent: service.sent }, lines.join("\n"));
  },
});

function needsAttention({ state, missing, changed }: Standing): boolean {
  return state !== "current" || missing.length + changed.length > 0;
}

/** What `update` would do about them; the detail of each says what it would not. */
function whatHelps(standings: readonly Standing[]): string[] {
  if (standings.length === 0) return ["No skill is locked here."];
  if (!standings.some(needsAttention)) return ["Every skill fits."];
  const mended = standings.filter(
    (each) => each.target || (isKeepable(each) && each.missing.length + each.changed.length > 0),
  );
  const kept = mended.filter(({ changed }) => changed.length > 0);
  return [
    ...(mended.length > kept.length ? ["cairn update installs what fits."] : []),
    ...(kept.length > 0
      ? ["cairn update keeps files that were changed here; cairn update --force overwrites them."]
      : []),
  ];
}

function standingInWords(standing: Standing): string {
  const { slug, detail, missing, changed } = standing;
  const mark = needsAttention(standing) ? style.yellow(standing.state) : style.green(standing.state);
  return [
    `${style.bold(slug)}  ${mark}  ${detail}`,
    ...missing.map((file) => `  ${file} is missing.`),
    ...changed.map((file) => `  ${file} was changed here.`),
  ].join("\n");
}

function told({ slug, locked, state, target, detail, missing, changed }: Standing) {
  const { skill_id, version_id, version, covers } = locked;
  const fits = target && inShort(target);
  return { skill: slug, skill_id, version_id, version, covers, state, fits, detail, missing, changed };
}

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
