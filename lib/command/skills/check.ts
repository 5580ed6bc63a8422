import path from "node:path";
import { command } from "@/lib/command/command";
import { CommandError, EXIT, type Io } from "@/lib/command/io";
import { diskAtCommit, repositoryOf, sizeOf } from "@/lib/command/projects/place";
import { type Project, readProject } from "@/lib/command/projects/project";
import type { Technology } from "@/lib/command/projects/technology";
import { type Service, serviceOf, wouldRead } from "@/lib/command/service-calls";
import { type Checked, type CheckedSkill, FORMS, type Form, formatted } from "@/lib/command/skills/check-forms";
import { inShort } from "@/lib/command/skills/choose";
import { NAMES_SENT, PRIVATE, reasonsOf, sendable, suggestionsFor } from "@/lib/command/skills/fitting";
import { LOCK_NAME, type LockFile, parseLock, requireService } from "@/lib/command/skills/lock-file";
import { type Standing, standingsOf } from "@/lib/command/skills/outdated";
import { heldSkills } from "@/lib/command/skills/project-state";

/** Skills of one technology that are named beside a change of its version. */
const OFFERED_MAX = 3;

type Base = { ref: string; technologies: Technology[]; lock: LockFile | null };

/** `cairn check`: for CI, whether every skill of `cairn.lock` fits the project as it is now. */
export const check = command({
  name: "check",
  about: "for CI: end with 1 if a skill of cairn.lock does not fit the project",
  args: { "[skills...]": "names of skills in cairn.lock (default: all)" },
  options: {
    base: { value: "ref", about: "compare with this commit, and say what changed dependencies do to the skills" },
    format: { value: "form", choices: FORMS, about: `${FORMS.join(", ")} (default: text)` },
    ...PRIVATE,
    "dry-run": { about: "print what would be sent, and send nothing" },
  },
  more: NAMES_SENT,
  async run(io, names, { base: ref, format, private: kept, "dry-run": dryRun }) {
    // 1 says that a skill does not fit, and nothing else.
    io.failed = EXIT.usage;
    const form = formOf(io, format);
    const held = heldSkills(io, names, kept);
    const { project, lock, skills } = held;
    requireService(lock, io.base);
    if (dryRun) return wouldRead(io, skills);
    const base = ref === undefined ? null : readBase(project, ref);
    const service = serviceOf(io);
    const standings = await standingsOf(io, service, held);
    const checked: Checked = {
      fits: standings.every(isFitting),
      file: placeInRepository(project.folder),
      skills: standings.map((each) => checkedSkill(each, base)),
      base: base && { ref: base.ref, ...(await comparedWith(base, service, project, lock)) },
      sent: service.sent,
    };
    if (!checked.fits) io.exit = EXIT.failed;
    io.json = form === "json";
    io.answer(checked, formatted(checked, form, { project: project.folder, service: io.base }));
  },
});

function formOf(io: Io, given: string | undefined): Form {
  const form = given === undefined ? (io.json ? "json" : "text") : FORMS.find((each) => each === given);
  if (form) return form;
  throw new CommandError("usage", `There is no form ${given}.`, `Name one of ${FORMS.join(", ")}.`, EXIT.usage);
}

function isFitting({ state }: Standing): boolean {
  return state === "current" || state === "newer";
}

/** The path of `cairn.lock` as the repository has it, which is how services that show annotations name files. */
function placeInRepository(folder: string): string {
  const file = path.relative(repositoryOf(folder) ?? folder, path.join(folder, LOCK_NAME));
  return file.split(path.sep).join("/");
}

function readBase(project: Project, ref: string): Base {
  const disk = diskAtCommit(project.folder, ref);
  const file = path.join(project.folder, LOCK_NAME);
  const { technologies } = readProject(project.folder, { disk });
  return { ref, technologies, lock: sizeOf(disk, file) === null ? null : parseLock(disk.read(file)) };
}

function versionAt(base: Base | null, technology: string): string | null {
  return base?.technologies.find((one) => one.technology === technology)?.version ?? null;
}

function checkedSkill(standing: Standing, base: Base | null): CheckedSkill {
  const { slug, locked, state, target, detail, excluded } = standing;
  const changed = excluded.map(({ technology, version, source }) => {
    const was = versionAt(base, technology);
    return { technology, was: was === version ? null : was, is: version, source };
  });
  const fitting = target && inShort(target);
  const { skill_id, version_id, version, covers } = locked;
  return {
    skill: slug,
    skill_id,
    version_id,
    version,
    covers,
    state,
    fits: isFitting(standing),
    changed,
    fitting,
    detail,
  };
}

/** What changed since the commit: the versions of technologies, with the skills for the new ones, and `cairn.lock`. */
async function comparedWith(base: Base, service: Service, project: Project, lock: LockFile) {
  const changed = project.technologies.filter(({ technology, version }) => versionAt(base, technology) !== version);
  const { sent } = sendable(changed);
  const suggestions = sent.length > 0 ? await suggestionsFor(service, sent, project.technologies) : [];
  const held = new Set(Object.values(lock.skills).map(({ skill_id }) => skill_id));
  const dependencies = changed.map((of) => {
    const { technology, version, source } = of;
    const all = suggestions.find((one) => one.of === of)?.fits ?? [];
    const fits = all.filter(({ skill_id, also_needs }) => !held.has(skill_id) && also_needs.length === 0);
    const offered = fits.slice(0, OFFERED_MAX).map((fit) => reasonsOf(fit, of));
    return { technology, was: versionAt(base, technology), is: version, source, offered };
  });
  const names = new Set(project.technologies.map(({ technology }) => technology));
  const removed = base.technologies
    .filter(({ technology }) => !names.has(technology))
    .map(({ technology, version, source }) => ({ technology, was: version, is: null, source, offered: [] }));
  const [before, now] = [base.lock?.skills ?? {}, lock.skills];
  const all = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  const locked = all
    .map((skill) => ({ skill, was: before[skill]?.version ?? null, is: now[skill]?.version ?? null }))
    .filter(({ was, is }) => was !== is);
  return { dependencies: [...dependencies, ...removed], locked };
}
