import { command, type Flags } from "@/lib/command/command";
import type { Io } from "@/lib/command/io";
import { type Project, readProject } from "@/lib/command/projects/project";
import type { Technology } from "@/lib/command/projects/technology";
import { coverage, fitInWords } from "@/lib/command/skills/choose";
import { download } from "@/lib/command/skills/download";
import { fileOf } from "@/lib/command/skills/files";
import { type ChosenSkill, findSkill, firstCall, readWanted, type Wanted } from "@/lib/command/skills/find-skill";
import { AGENTS, foldersOf, usualFolders } from "@/lib/command/skills/folders";
import { withGiven } from "@/lib/command/skills/given";
import { type Installation, install, requireFree } from "@/lib/command/skills/install";
import { type LockFile, readLock, requireService } from "@/lib/command/skills/lock-file";
import { type Sent, type Service, serviceOf, unsent } from "@/lib/command/skills/recorded-calls";
import { sayMerged, sentInWords, warn, wouldSend } from "@/lib/command/skills/said";
import { style } from "@/lib/command/style";

type Options = { agent?: string[]; for?: string[]; force?: boolean; "dry-run"?: boolean };

/** Where skills are written, and what else the project uses. */
export const PLACES = {
  agent: {
    value: "agent",
    choices: AGENTS,
    many: true,
    about: `${AGENTS.join(", ")} (default: agents, and those with a folder of their own where they are used)`,
  },
  for: {
    value: "technology@version",
    many: true,
    about: "what no file of the project tells, such as next.js@14.2.3",
  },
} as const satisfies Flags;

/** `cairn add`: writes the version of a skill that fits the project into the folders of agents, and locks it. */
export const add = command({
  name: "add",
  about: "add a skill in the version that fits this project",
  args: { "<skill...>": "its id, its address, its name, or words to search for" },
  options: {
    ...PLACES,
    force: { about: "overwrite a file that was changed here; add a version that does not fit" },
    "dry-run": { about: "print what would be sent; send and write nothing" },
  },
  run: addSkill,
});

async function addSkill(io: Io, words: string[], options: Options): Promise<void> {
  const project = readProject(io.cwd, { home: io.home, env: io.env });
  warn(io, project);
  const technologies = withGiven(project, options.for ?? []);
  const wanted = readWanted(words, io, technologies);
  const named = options.agent && foldersOf(options.agent);
  const lock = readLock(project.folder);
  sayMerged(io, lock);
  requireService(lock, io.base);
  if (options["dry-run"]) return wouldSend(io, await unsent(io, (cairn) => firstCall(wanted, cairn)));
  const service = serviceOf(io);
  try {
    await findAndInstall(io, { project, technologies, wanted, named, lock, service, force: options.force ?? false });
  } catch (error) {
    if (wanted.kind === "words" && wanted.technology) io.note(style.dim(sentInWords(service.sent)));
    throw error;
  }
}

type Adding = {
  project: Project;
  technologies: Technology[];
  wanted: Wanted;
  /** The folders of the agents that the user named. */
  named: string[] | undefined;
  lock: LockFile | null;
  service: Service;
  force: boolean;
};

async function findAndInstall(io: Io, adding: Adding): Promise<void> {
  const { found, installation } = await prepared(io, adding);
  await install(adding.project.folder, io, [installation]);
  answer(io, found, installation, adding.service.sent);
}

/** The version that fits, downloaded and checked; nothing is written. Throws as `findSkill`, `download` and `requireFree`. */
export async function prepared(io: Io, adding: Adding): Promise<{ found: ChosenSkill; installation: Installation }> {
  const { project, technologies, wanted, named, lock, service, force } = adding;
  io.progress("Looking for the version that fits …");
  const found = await findSkill(wanted, service, technologies, force);
  const known = lock?.skills[found.skill.slug];
  const usual = known?.folders ?? usualFolders(project.folder, io.home);
  const folders = [...new Set([...(known?.folders ?? []), ...(named ?? usual)])].sort();
  io.progress("Checking the file and its entry in the publish log …");
  const { skill_id } = found.skill;
  const ref = { skill_id, version_id: found.chosen.version.version_id };
  const downloaded = await download(service, ref, known?.skill_id === skill_id ? known : undefined);
  const installation: Installation = { downloaded, folders, pinned: found.pinned };
  requireFree(project.folder, installation, lock, force);
  return { found, installation };
}

function answer(
  io: Io,
  { chosen, pinned, others }: ChosenSkill,
  { downloaded, folders }: Installation,
  sent: Sent[],
): void {
  const { slug, title, locked, files: beside } = downloaded;
  const { verdict, uses, version } = chosen;
  const files = folders.flatMap((folder) => [
    fileOf({ folder, slug }),
    ...beside.map(({ path: file }) => fileOf({ folder, slug, file })),
  ]);
  const value = { skill: slug, title, ...locked, pinned, verdict, fits: uses, files, others, sent };
  const covers = coverage(version.applicability).join(", ");
  const lines = [
    `${style.green("Added")} ${style.bold(slug)}, version ${locked.version}${covers ? ` for ${covers}` : ""}.`,
    `  ${fitInWords(chosen)}`,
    ...files.map((file) => `  ${file}`),
    style.dim(`  ${locked.digest}, entry ${locked.log.sequence} of the publish log`),
    ...(others.length > 0 ? ["Also about this:", ...others.map((other) => `  ${other}`)] : []),
    style.dim(sentInWords(sent)),
  ];
  io.answer(value, lines.join("\n"));
}
