import path from "node:path";
import { command } from "@/lib/command/command";
import { CommandError } from "@/lib/command/io";
import {
  digestOf,
  fileOf,
  hasDigest,
  removeBeside,
  removeSkill,
  requireInside,
  requireWritable,
  type Target,
} from "@/lib/command/skills/files";
import { heldSkills } from "@/lib/command/skills/held";
import { changeLock, LOCK_NAME } from "@/lib/command/skills/lock-file";
import { style } from "@/lib/command/style";

/** `cairn remove`: deletes the files of skills, then their entries in `cairn.lock`. Sends nothing. */
export const remove = command({
  name: "remove",
  about: "remove skills and their files",
  args: { "<skills...>": "names of skills in cairn.lock" },
  options: { force: { about: "also delete files that were changed here" } },
  async run(io, names, { force }) {
    const { project, lock, skills } = heldSkills(io, names);
    const targets = skills.flatMap(([slug, { folders, digest }]) =>
      folders.map((folder) => ({ project: project.folder, folder, slug, digest })),
    );
    const beside = skills.flatMap(([slug, { folders, files = {} }]) =>
      folders.flatMap((folder) =>
        Object.entries(files).map(([file, digest]) => ({ project: project.folder, folder, slug, file, digest })),
      ),
    );
    for (const { digest, ...target } of beside) {
      requireInside(target);
      if (force || digestOf(target) === null || hasDigest(target, digest)) continue;
      throw changedHere(target);
    }
    for (const { digest, ...target } of targets) {
      requireInside(target);
      const present = digestOf(target);
      if (force || present === null || present === digest) continue;
      throw changedHere(target);
    }
    requireWritable(path.join(project.folder, LOCK_NAME), LOCK_NAME);
    io.signal.throwIfAborted();
    for (const target of beside) removeBeside(target);
    for (const target of targets) removeSkill(target);
    await changeLock(project.folder, lock.service, (locked) => {
      for (const [slug] of skills) delete locked[slug];
    });
    const files = [...targets, ...beside].map(fileOf);
    const removed = skills.map(([slug]) => slug);
    io.answer(
      { removed, files },
      [`${style.green("Removed")} ${removed.join(", ")}.`, ...files.map((file) => `  ${file}`)].join("\n"),
    );
  },
});

function changedHere(target: Target): CommandError {
  const next_step = "Keep your text elsewhere, or delete it with --force.";
  return new CommandError("changed_here", `${fileOf(target)} was changed since it was added.`, next_step);
}
