import type { Cairn } from "@/lib/client/operations";
import { command } from "@/lib/command/command";
import { CommandError, type Io, usage } from "@/lib/command/io";
import { type Project, technologyIn } from "@/lib/command/projects/project";
import type { Technology } from "@/lib/command/projects/technology";
import { type Sent, type Service, sentInWords, serviceOf, unsent, wouldSend } from "@/lib/command/service-calls";
import {
  chooseFor,
  coverage,
  fitInWords,
  type Judged,
  judgeVersion,
  type Skill,
  whyNoneFits,
} from "@/lib/command/skills/choose";
import { download } from "@/lib/command/skills/download";
import { fileOf } from "@/lib/command/skills/files";
import { type Installation, install, requireFree } from "@/lib/command/skills/install";
import { type LockFile, requireService } from "@/lib/command/skills/lock-file";
import { foldersOf, lockOf, PLACES, projectOf, usualFolders, withGiven } from "@/lib/command/skills/project-state";
import { style } from "@/lib/command/terminal";

type Options = { agent?: string[]; for?: string[]; force?: boolean; "dry-run"?: boolean };

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
  const project = projectOf(io);
  const technologies = withGiven(project, options.for ?? []);
  const wanted = readWanted(words, io, technologies);
  const named = options.agent && foldersOf(options.agent);
  const lock = lockOf(io, project);
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

type Wanted =
  | { kind: "skill"; skill_id: string; version_id: string | null }
  | { kind: "name"; slug: string }
  | { kind: "words"; q: string; technology?: string; version?: string };

/** The skill that the user means, with the version that was chosen, and other skills that the words may mean. */
type ChosenSkill = { skill: Skill; chosen: Judged; pinned: boolean; others: string[] };

const ID = /^skl_[\w-]{22}$/;
const ADDRESS = /^\/skills\/(skl_[\w-]{22})(?:\/versions\/(skv_[\w-]{22}))?(?:\/|$)/;
const RESULTS_MAX = 5;
const LISTED_MAX = 100;

/**
 * What the user means: a skill's id, the address of its page or of one of its versions, its name, or words to search for.
 * Words are searched for with the version of the technology that they name, if the project uses it.
 */
function readWanted(words: readonly string[], io: Io, technologies: readonly Technology[]): Wanted {
  const q = words.join(" ").trim();
  if (q === "")
    throw usage("The skill is missing.", "Name it by its id, its address, its name, or words to search for.");
  if (ID.test(q)) return { kind: "skill", skill_id: q, version_id: null };
  if (/^https?:\/\//.test(q)) return fromAddress(q, io.base);
  if (/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(q)) return { kind: "name", slug: q };
  const named = technologyIn(q, technologies);
  return {
    kind: "words",
    q,
    ...(named ? { technology: named.technology, ...(named.version ? { version: named.version } : {}) } : {}),
  };
}

/** The first request of finding it. */
function firstCall(wanted: Wanted, cairn: Cairn): Promise<unknown> {
  if (wanted.kind === "skill") return cairn.getSkill({ skill_id: wanted.skill_id });
  return wanted.kind === "name" ? listCall(wanted.slug, cairn) : searchCall(wanted, cairn);
}

/** The skill, and the version of it that fits the project. Throws a CommandError when there is none, and CairnError. */
async function findSkill(
  wanted: Wanted,
  service: Service,
  technologies: readonly Technology[],
  force: boolean,
): Promise<ChosenSkill> {
  if (wanted.kind === "words") return search(wanted, service, technologies);
  const skill_id = wanted.kind === "skill" ? wanted.skill_id : await idOf(wanted.slug, service);
  const skill = await service.cairn.getSkill({ skill_id });
  const version_id = wanted.kind === "skill" ? wanted.version_id : null;
  const chosen = version_id ? named(skill, version_id, technologies, force) : chooseFor(skill, technologies);
  if (chosen) return { skill, chosen, pinned: version_id !== null, others: [] };
  throw new CommandError(
    "nothing_fits",
    whyNoneFits(skill, technologies),
    `Ask for it in public: cairn ask "${skill.title} …"`,
  );
}

function named(skill: Skill, version_id: string, technologies: readonly Technology[], force: boolean): Judged {
  const version = skill.versions.find((each) => each.version_id === version_id);
  if (!version)
    throw new CommandError(
      "not_found",
      `${version_id} is not a version of ${skill.slug}.`,
      "Look at the page of the skill.",
    );
  const judged = judgeVersion(version, technologies);
  if (judged.verdict !== "incompatible" || force) return judged;
  const detail = `Version ${version.ordinal} of ${skill.slug} is for ${coverage(version.applicability).join(", ")}, and does not fit this project.`;
  throw new CommandError(
    "nothing_fits",
    detail,
    `Add the version that fits: cairn add ${skill.skill_id}. --force adds this one.`,
  );
}

async function idOf(slug: string, { cairn }: Service): Promise<string> {
  const { data } = await listCall(slug, cairn);
  const found = data.find((skill) => skill.slug === slug);
  if (found) return found.skill_id;
  throw new CommandError(
    "not_found",
    `No skill is called ${slug}.`,
    `Search for it: cairn search ${slug.replaceAll("-", " ")}`,
  );
}

async function search(
  wanted: Wanted & { kind: "words" },
  service: Service,
  technologies: readonly Technology[],
): Promise<ChosenSkill> {
  const { results, nothing_fits } = await searchCall(wanted, service.cairn);
  const found: Array<ChosenSkill & { isAnswer: boolean }> = [];
  const unfit: string[] = [];
  for (const { skill_id, strength } of results) {
    const skill = await service.cairn.getSkill({ skill_id });
    const chosen = chooseFor(skill, technologies);
    if (!chosen) unfit.push(whyNoneFits(skill, technologies));
    else if (isForeign(chosen, technologies))
      unfit.push(`${skill.slug} is for ${coverage(chosen.version.applicability).join(", ")}.`);
    else found.push({ skill, chosen, pinned: false, others: [], isAnswer: strength === "strong" });
  }
  const best = found.find(({ isAnswer }) => isAnswer);
  const line = ({ skill }: ChosenSkill) => `${skill.skill_id}  ${skill.title}`;
  if (best) return { ...best, others: found.filter((each) => each !== best).map(line) };
  if (found.length > 0) {
    const list = found.map((each) => `  ${line(each)}`).join("\n");
    throw new CommandError(
      "not_sure",
      `No skill surely answers this; these are about it:\n${list}`,
      "Add one of them by its id: cairn add skl_…",
    );
  }
  const reasons = [`Nothing that fits this project was found for "${wanted.q}".`, ...unfit];
  throw new CommandError(
    "nothing_fits",
    reasons.join("\n"),
    nothing_fits?.next_step ?? `Ask for it in public: cairn ask "${wanted.q}"`,
  );
}

/** A skill that names technologies of which the project uses none. Where nothing is known of the project, none is foreign. */
function isForeign({ version, uses }: Judged, technologies: readonly Technology[]): boolean {
  return version.applicability.length > 0 && uses.length === 0 && technologies.length > 0;
}

function listCall(slug: string, cairn: Cairn) {
  return cairn.listSkills({ q: slug.replaceAll("-", " "), limit: LISTED_MAX });
}

function searchCall({ kind: _, ...wanted }: Wanted & { kind: "words" }, cairn: Cairn) {
  // A preview publishes nothing.
  return cairn.searchPost({ ...wanted, preview: true, limit: RESULTS_MAX });
}

function fromAddress(address: string, base: string): Wanted {
  if (!address.startsWith(`${base}/`))
    throw usage(`${address} is not an address of ${base}.`, "Name the other service with --url.");
  const [, skill_id, version_id] = ADDRESS.exec(new URL(address).pathname) ?? [];
  if (skill_id) return { kind: "skill", skill_id, version_id: version_id ?? null };
  throw usage(`${address} is not the page of a skill.`, "The address of a skill has /skills/skl_… in it.");
}
