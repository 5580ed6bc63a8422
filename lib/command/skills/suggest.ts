import { command } from "@/lib/command/command";
import { CommandError, EXIT, type Io } from "@/lib/command/io";
import type { Project } from "@/lib/command/projects/project";
import type { Technology } from "@/lib/command/projects/technology";
import { type Service, serviceOf, unsent } from "@/lib/command/service-calls";
import { prepared } from "@/lib/command/skills/add";
import { fileOf } from "@/lib/command/skills/files";
import {
  NAMES_SENT,
  PRIVATE,
  reasonsOf,
  requestsFor,
  type Suggestion,
  sendable,
  skills,
  suggestionsFor,
} from "@/lib/command/skills/fitting";
import { type Installation, install } from "@/lib/command/skills/install";
import { type LockFile, requireService } from "@/lib/command/skills/lock-file";
import { foldersOf, lockOf, PLACES, projectOf, withGiven } from "@/lib/command/skills/project-state";
import { type ShippedSkill, shippedSkills } from "@/lib/command/skills/shipped-skills";
import { style } from "@/lib/command/terminal";

type Options = {
  agent?: string[];
  for?: string[];
  private?: string[];
  all?: boolean;
  none?: boolean;
  "dry-run"?: boolean;
  yes?: boolean;
};
/** What is shown of one dependency. */
type Listed = Omit<Suggestion, "fits"> & { fits: Array<ReturnType<typeof reasonsOf> & { added: boolean }> };
type Surroundings = { project: Project; technologies: Technology[]; lock: LockFile | null; service: Service };

const SHOWN_CHARACTERS_MAX = 160;
/** Names that the note of what is sent lists. */
const NAMED_MAX = 8;

/** `cairn suggest`: which skills fit what the project depends on; those that the user chooses are added. */
export const suggest = command({
  name: "suggest",
  about: "list the skills that fit the dependencies of this project, and add some",
  options: {
    all: { about: "also for the packages that only other packages ask for" },
    none: { about: "also list the dependencies that no skill is for" },
    ...PLACES,
    ...PRIVATE,
    "dry-run": { about: "print what would be sent, and what stays here; send and write nothing" },
  },
  more: NAMES_SENT,
  run: (io, _, options: Options) => suggestSkills(io, options),
});

async function suggestSkills(io: Io, options: Options): Promise<void> {
  const project = projectOf(io, { all: options.all ?? false, private: options.private ?? [] });
  const technologies = withGiven(project, options.for ?? []);
  const named = options.agent && foldersOf(options.agent);
  const lock = lockOf(io, project);
  requireService(lock, io.base);
  const { sent, kept } = sendable(technologies);
  if (options["dry-run"]) return wouldSend(io, sent, kept);
  const service = serviceOf(io);
  if (sent.length > 0) io.note(style.dim(sendingInWords(io.base, sent, kept.length)));
  io.progress("Asking what fits …");
  const held = new Set(Object.values(lock?.skills ?? {}).map(({ skill_id }) => skill_id));
  const listed = (await suggestionsFor(service, sent, technologies)).map(
    (one): Listed => ({
      ...one,
      fits: one.fits.map((fit) => ({ ...reasonsOf(fit, one.of), added: held.has(fit.skill_id) })),
    }),
  );
  const shipped = shippedSkills(project.folder);
  const text = inWords({ listed, shipped, kept, shows: options.none ?? false, of: project.folder });
  const interactive = !io.json && !options.yes && io.terminal.in && io.terminal.err;
  if (interactive || (options.yes && !io.json)) io.answer(null, text);
  const chosen = interactive ? await chosenFrom(io, listed) : options.yes ? bestOf(listed) : [];
  const surroundings = { project, technologies, lock, service };
  const done = chosen.length > 0 ? await addAll(io, surroundings, chosen, named) : { added: [], refused: [] };
  if (done.refused.length > 0) io.exit = EXIT.attention;
  if (io.json) return io.answer(told(listed, shipped, kept, service, options.yes ? done : null), "");
  if (!interactive && !options.yes) return io.answer(null, text);
  if (chosen.length > 0) io.answer(null, doneInWords(done));
}

/** Prints every request as it would leave, and the names that would not. */
async function wouldSend(io: Io, sent: readonly Technology[], kept: readonly Technology[]): Promise<void> {
  const each = requestsFor(sent).map((request) => unsent(io, (cairn) => cairn.findFittingSkills(request)));
  const requests = (await Promise.all(each)).flat();
  const lines = [
    ...(requests.length === 0 ? ["Nothing would be sent."] : ["This would be sent:"]),
    ...requests.map(({ request, body }) => `  ${request} ${JSON.stringify(body)}`),
    ...(kept.length === 0 ? [] : ["These names would stay here:", ...kept.map(keptInWords)]),
    "Nothing was sent, and nothing was written.",
  ];
  io.answer({ dry_run: true, would_send: requests, withheld: kept }, lines.join("\n"));
}

const keptInWords = ({ technology, withheld }: Technology) => `  ${technology}: ${withheld}`;

function sendingInWords(base: string, sent: readonly Technology[], kept: number): string {
  const named = sent.slice(0, NAMED_MAX).map(({ technology }) => technology);
  const more = sent.length > NAMED_MAX ? [`${sent.length - NAMED_MAX} more`] : [];
  const stay = kept > 0 ? ` ${kept} more stay here, because they may be private.` : "";
  return `Sent to ${base}: the names and versions of ${sent.length} dependencies and tools: ${[...named, ...more].join(", ")}.${stay} --dry-run shows all; --private keeps names here.`;
}

type Shown = {
  listed: readonly Listed[];
  shipped: readonly ShippedSkill[];
  kept: readonly Technology[];
  shows: boolean;
  of: string;
};

function inWords({ listed, shipped, kept, shows, of }: Shown): string {
  const fitting = listed.filter(({ fits }) => fits.length > 0);
  const others = listed.filter(({ fits, other_versions }) => fits.length === 0 && other_versions > 0);
  const none = listed.filter(({ fits, other_versions }) => fits.length === 0 && other_versions === 0);
  // A skill that names several dependencies is described at the first of them.
  const seen = new Set<string>();
  const blocks = fitting.map(({ of: { technology, version, source }, fits, other_versions }) => {
    const lines = fits.map((fit) => {
      const isKnown = seen.has(fit.skill_id);
      seen.add(fit.skill_id);
      return isKnown ? `  ${fit.title}  ${style.dim("see above")}` : fitInLines(fit);
    });
    const more = other_versions > 0 ? [style.dim(`  and ${skills(other_versions)} for other versions`)] : [];
    return [
      `${style.bold(technology)} ${version ?? "of an unknown version"}  ${style.dim(source)}`,
      ...lines,
      ...more,
    ].join("\n");
  });
  const otherLines = others.map(
    ({ of: { technology, version }, other_versions }) => `  ${technology} ${version ?? ""}: ${skills(other_versions)}`,
  );
  const parts = [
    ...blocks,
    ...(others.length > 0 ? [["For other versions only:", ...otherLines].join("\n")] : []),
    ...(shipped.length > 0
      ? [["Local, shipped by installed packages:", ...shipped.map(shippedInWords)].join("\n")]
      : []),
    ...(none.length === 0 ? [] : [noneInWords(none, shows)]),
    ...(kept.length > 0 ? [style.dim(`Kept here, because they may be private: ${kept.length}.`)] : []),
  ];
  return parts.length === 0 ? `Nothing that skills could be for was found in ${of}.` : parts.join("\n\n");
}

function fitInLines({
  title,
  why,
  reviewed,
  outcomes,
  source,
  license,
  skill_id,
  added,
}: Listed["fits"][number]): string {
  const from = [source ?? "unknown source", license ?? "no licence stated"].join(", ");
  return [
    `  ${added ? style.green("✓ ") : ""}${style.bold(title)}  ${reviewed ? style.green(reviewed) : style.yellow("not reviewed")}, ${outcomes}`,
    `    ${why}`,
    style.dim(`    ${skill_id}  ${from}${added ? "; added" : ""}`),
  ].join("\n");
}

function shippedInWords({ package: of, name, description, file }: ShippedSkill): string {
  return `  ${of}: ${name}  ${description.slice(0, SHOWN_CHARACTERS_MAX)}\n${style.dim(`    ${file}`)}`;
}

function noneInWords(none: readonly Listed[], shows: boolean): string {
  const names = none.map(({ of }) => of.technology).join(", ");
  const count = `No skill for ${none.length} of them`;
  return shows ? `${count}: ${names}.` : `${count}; --none lists these.`;
}

function told(
  listed: readonly Listed[],
  local: ShippedSkill[],
  withheld: readonly Technology[],
  { sent }: Service,
  done: Done | null,
) {
  const dependencies = listed.map(({ of, ...rest }) => ({ ...of, ...rest }));
  return { dependencies, local, withheld, sent, ...(done ? { added: done.added, refused: done.refused } : {}) };
}

/** The best skill of each dependency that surely fits, needs nothing else, and is not there yet. */
function bestOf(listed: readonly Listed[]): string[] {
  const best = listed.flatMap(({ fits }) => {
    const [first] = fits.filter(({ verdict, also_needs }) => verdict === "compatible" && also_needs.length === 0);
    return first && !first.added ? [first.skill_id] : [];
  });
  return [...new Set(best)];
}

/** The skills that the user marks. */
async function chosenFrom(io: Io, listed: readonly Listed[]): Promise<string[]> {
  const offers = new Map<string, string>();
  for (const { of, fits } of listed)
    for (const { skill_id, title, added } of fits)
      if (!added && !offers.has(skill_id)) offers.set(skill_id, `${title}  (${of.technology})`);
  if (offers.size === 0) return [];
  const chosen = await io.pick("Which of them do you want to add?", [...offers.values()]);
  return [...offers.keys()].filter((_, at) => chosen.includes(at));
}

type Done = {
  added: Array<{ skill: string; version: string; files: string[] }>;
  refused: Array<{ skill: string; detail: string }>;
};

/** Adds skills as `add` does, all in one change of `cairn.lock`. One that is refused does not keep the others away. */
async function addAll(
  io: Io,
  surroundings: Surroundings,
  ids: readonly string[],
  named: string[] | undefined,
): Promise<Done> {
  const installations: Installation[] = [];
  const refused: Done["refused"] = [];
  for (const skill_id of ids) {
    const wanted = { kind: "skill", skill_id, version_id: null } as const;
    try {
      const { installation } = await prepared(io, { ...surroundings, wanted, named, force: false });
      installations.push(installation);
    } catch (error) {
      if (!(error instanceof CommandError) || io.signal.aborted) throw error;
      refused.push({ skill: skill_id, detail: `${error.message} ${error.next_step}` });
    }
  }
  if (installations.length > 0) await install(surroundings.project.folder, io, installations);
  const added = installations.map(({ downloaded: { slug, locked }, folders }) => ({
    skill: slug,
    version: locked.version,
    files: folders.map((folder) => fileOf({ folder, slug })),
  }));
  return { added, refused };
}

function doneInWords({ added, refused }: Done): string {
  const lines = added.flatMap(({ skill, version, files }) => [
    `${style.green("Added")} ${style.bold(skill)}, version ${version}.`,
    ...files.map((file) => `  ${file}`),
  ]);
  return [...lines, ...refused.map(({ skill, detail }) => `${style.yellow("Not added")} ${skill}: ${detail}`)].join(
    "\n",
  );
}
