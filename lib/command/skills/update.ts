import { command } from "@/lib/command/command";
import { CommandError, EXIT } from "@/lib/command/io";
import { type Service, sentInWords, serviceOf, wouldRead } from "@/lib/command/service-calls";
import { download } from "@/lib/command/skills/download";
import { type Installation, install, requireFree } from "@/lib/command/skills/install";
import { type LockFile, requireService } from "@/lib/command/skills/lock-file";
import { isKeepable, type Standing, standingOf } from "@/lib/command/skills/outdated";
import { heldSkills } from "@/lib/command/skills/project-state";
import { style } from "@/lib/command/terminal";

type Result = {
  skill: string;
  from: string;
  to: string;
  /** `kept`: something is to be done that this command does not do by itself; `detail` says what. */
  action: "updated" | "restored" | "current" | "kept";
  detail: string;
};
type Planned = { result: Result; installation: Installation | null };

/** `cairn update`: installs, for each skill, the version that fits the project now; never one that does not fit. */
export const update = command({
  name: "update",
  about: "install the versions that fit now; restore missing files",
  args: { "[skills...]": "names of skills in cairn.lock (default: all)" },
  options: {
    force: { about: "overwrite files that were changed here" },
    "dry-run": { about: "print what would be sent; send and write nothing" },
  },
  async run(io, names, { force = false, "dry-run": dryRun }) {
    const { project, lock, skills } = heldSkills(io, names);
    requireService(lock, io.base);
    if (dryRun) return wouldRead(io, skills);
    const service = serviceOf(io);
    const plans: Planned[] = [];
    for (const [slug, locked] of skills) {
      io.progress(`Checking ${slug} …`);
      const standing = await standingOf(service, project.folder, slug, locked, project.technologies);
      plans.push(await plan(service, project.folder, lock, standing, force));
    }
    const installations = plans.flatMap(({ installation }) => installation ?? []);
    // Without installations it still writes the file of a merge without its marks.
    if (installations.length > 0 || lock.merged) await install(project.folder, io, installations);
    const results = plans.map(({ result }) => result);
    if (results.some(({ action }) => action === "kept")) io.exit = EXIT.attention;
    const lines = results.length === 0 ? ["No skill is locked here."] : results.map(inWords);
    io.answer({ skills: results, sent: service.sent }, [...lines, style.dim(sentInWords(service.sent))].join("\n"));
  },
});

/** What to do with a skill. What is to be written is downloaded and checked; nothing is written yet. */
async function plan(
  service: Service,
  project: string,
  lock: LockFile,
  standing: Standing,
  force: boolean,
): Promise<Planned> {
  const { slug, locked, state, target, detail, missing, changed } = standing;
  const to = target?.version.ordinal ?? locked.version;
  const result = (action: Result["action"], why = detail): Result => ({
    skill: slug,
    from: locked.version,
    to: action === "updated" ? to : locked.version,
    action,
    detail: why,
  });
  const rewrites = missing.length > 0 || (force && changed.length > 0);
  if (!target && (!isKeepable(standing) || !rewrites)) {
    if (changed.length > 0 && isKeepable(standing))
      return {
        result: result("kept", `${changed.join(", ")} was changed here; --force overwrites it.`),
        installation: null,
      };
    const isDone = state === "current" || (state === "newer" && locked.pinned);
    return { result: result(isDone ? "current" : "kept"), installation: null };
  }
  const version_id = target?.version.version_id ?? locked.version_id;
  const downloaded = await download(service, { skill_id: locked.skill_id, version_id }, locked);
  const installation = { downloaded, folders: locked.folders, pinned: locked.pinned ?? false };
  try {
    requireFree(project, installation, lock, force);
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== "changed_here") throw error;
    return { result: result("kept", `${error.message} ${error.next_step}`), installation: null };
  }
  return { result: result(target ? "updated" : "restored"), installation };
}

function inWords({ skill, from, to, action, detail }: Result): string {
  const mark = { updated: style.green, restored: style.green, current: style.dim, kept: style.yellow }[action](action);
  const versions = action === "updated" ? `version ${from} to ${to}` : `version ${from}`;
  return `${style.bold(skill)}  ${mark}  ${versions}. ${detail}`;
}
