import { send } from "@/lib/client/call";
import { readText } from "@/lib/client/operations";
import { type AgentFile, type AgentId, agentIds, agents, filesOf, findAgents } from "@/lib/command/agents/agent-files";
import { backupFile, backupFolder, readBackup, readReceipt } from "@/lib/command/agents/disk";
import {
  changeToInstall,
  changeToUninstall,
  type FileChange,
  linesOf,
  makeChanges,
  planAll,
  shortPath,
} from "@/lib/command/agents/file-changes";
import { command } from "@/lib/command/command";
import { FileError, isWithin, realPlace } from "@/lib/command/file-system";
import { CommandError, confirmed, EXIT, type Io, usage } from "@/lib/command/io";
import { callOptions } from "@/lib/command/service-calls";
import { style } from "@/lib/command/terminal";

type Options = { agent?: string[]; project?: boolean; "allow-reading"?: boolean; "dry-run"?: boolean; yes?: boolean };

/** A file with the agents that read it. */
type Wanted = AgentFile & { readers: AgentId[] };
type Planned = Wanted & { change: FileChange };

/** `cairn install`: MCP server, skill and settings for the agents of this computer. */
export const install = command({
  name: "install",
  about: "connect the agents on this computer: MCP server and skill",
  options: {
    agent: {
      value: "agent",
      choices: agentIds,
      many: true,
      about: `${agentIds.join(", ")}: only these agents, even if they are not found`,
    },
    project: { about: "only for the project in this folder, not for all your projects" },
    "allow-reading": { about: "let agents search and read without asking each time (Claude Code, Codex)" },
    "dry-run": { about: "show the changes without making them" },
  },
  run: installAll,
});

async function installAll(io: Io, _: string[], options: Options): Promise<void> {
  const unknown = options.agent?.find((name) => !agentIds.some((id) => id === name));
  if (unknown !== undefined)
    throw usage(`${unknown} is not an agent that cairn knows.`, `Name one of ${agentIds.join(", ")}.`);
  const computer = { ...io, platform: process.platform };
  const found = findAgents(computer);
  const chosen = options.agent ? agentIds.filter((id) => options.agent?.includes(id)) : found;
  if (chosen.length === 0)
    throw new CommandError(
      "no_agent",
      `None of these agents was found: ${agentIds.map((id) => agents[id].name).join(", ")}.`,
      `Name the agents to set up, for example: cairn install --agent ${agentIds[0]}`,
      EXIT.usage,
    );
  io.progress("Fetching the guide …");
  const guide = await fetchGuide(io);
  const { project = false, "allow-reading": allowReading = false } = options;
  const wanted = filesFor(io, chosen, (id) => filesOf(id, { ...computer, project, allowReading, guide }));
  const planned = plan(io, wanted, project);
  const pending = planned.filter(isPending);
  const missing = options.agent ? [] : agentIds.filter((id) => !found.includes(id));
  const shown = describe(io, planned, missing);
  const said = { files: planned.map((each) => summaryOf(each)), not_found: missing, changed: false };
  if (pending.length === 0) return io.answer(said, `${shown}\n\nEverything is already in place.`);
  if (options["dry-run"]) return io.answer(said, `${shown}\n\nNothing was changed: this was a dry run.`);
  if (!options.yes) io.note(shown);
  if (!(await confirmed(io, `Change ${countOf(pending.length)}?`, options)))
    return io.answer(said, "Nothing was changed.");
  // Plan again: the files may have changed while the user decided.
  const changes = plan(io, wanted, project).filter(isPending);
  makeChanges(
    io,
    changes.map(({ change }) => change),
    readReceipt(io),
  );
  const backups = changes.some(({ change }) => change.clean !== null)
    ? `Backups are in ${shortPath(backupFolder(io), io.home)}. `
    : "";
  const done = `Changed ${countOf(changes.length)}. Restart the agents to load the changes.\n${backups}\`cairn uninstall\` restores every file.`;
  io.answer({ ...said, changed: true }, options.yes ? `${shown}\n\n${done}` : done);
}

/**
 * The files of all agents, each once: two paths that links lead to one file are one. A file that install changed before has
 * the path that it had then.
 */
function filesFor(io: Io, chosen: readonly AgentId[], of: (id: AgentId) => AgentFile[]): Wanted[] {
  const known = new Map(Object.keys(readReceipt(io).files).map((file) => [placeOf(file), file]));
  const byPlace = new Map<string, Wanted>();
  for (const id of chosen)
    for (const each of of(id)) {
      const place = placeOf(each.file);
      const wanted = byPlace.get(place);
      if (wanted) wanted.readers.push(id);
      else byPlace.set(place, { ...each, file: known.get(place) ?? each.file, readers: [id] });
    }
  return [...byPlace.values()];
}

/** A path with links that lead to themselves fails later, when it is read. */
function placeOf(file: string): string {
  try {
    return realPlace(file);
  } catch {
    return file;
  }
}

function plan(io: Io, wanted: readonly Wanted[], project: boolean): Planned[] {
  const { files } = readReceipt(io);
  // A file that should say nothing matters only if install changed it before.
  const mattering = wanted.filter(({ file, edits }) => edits.length > 0 || files[file]);
  return planAll(mattering, io, {
    change: (each) => {
      // A repository of others says where its links lead.
      if (project && !isWithin(io.cwd, each.file)) throw new FileError("It leads out of the project.");
      return { ...each, change: changeToInstall(each, { io, installed: files[each.file] }) };
    },
    next_step: "Fix these files, or name the agents to set up with --agent, then run the command again.",
  });
}

function isPending({ change: { from, to } }: Planned): boolean {
  return from === null ? to !== null : to === null || !from.equals(to);
}

function summaryOf(planned: Planned) {
  const { file, readers, edits, change } = planned;
  const action = !isPending(planned) ? "none" : change.from === null ? "create" : "change";
  return { file, agents: readers, action, adds: edits.flatMap(linesOf) };
}

function describe(io: Io, planned: readonly Planned[], missing: readonly AgentId[]): string {
  const blocks = planned.map((each) => {
    const { file, agents: readers, action, adds } = summaryOf(each);
    const names = readers.map((id) => agents[id].name).join(", ");
    if (action === "none") return `${style.dim("=")} ${shortPath(file, io.home)} (${names}): nothing to do`;
    const sign = action === "create" ? style.green("+") : style.yellow("~");
    const lines = adds.map((line) => `    ${style.green("+")} ${line}`);
    return [`${sign} ${style.bold(shortPath(file, io.home))} (${names}): ${action}`, ...lines].join("\n");
  });
  const absent = missing.map((id) => agents[id].name).join(", ");
  return [...blocks, ...(absent === "" ? [] : [style.dim(`Not found: ${absent}.`)])].join("\n");
}

function countOf(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

const CHARACTERS_MAX = 100_000;

/** The guide of the service: the text of the skill that teaches an agent to use it. Throws CairnError and CommandError. */
async function fetchGuide(io: Io): Promise<string> {
  const text = await readText(await send("/skill.md", {}, callOptions(io)));
  if (text.startsWith("---\nname: cairn\n") && text.length <= CHARACTERS_MAX) return text;
  throw new CommandError(
    "no_guide",
    `${io.base}/skill.md is not the guide of this service.`,
    "Name the address of the service with --url. Nothing was changed.",
  );
}

/** `backup`: where the bytes from before install stay, because they are not restored. */
type PlannedRemoval = FileChange & { backup: string | null };
type UninstallOptions = { "dry-run"?: boolean; yes?: boolean };

/** What uninstall does to a file, and how it is said. */
const ACTIONS = {
  delete: "delete it, because install created it",
  restore: "restore it as it was, byte for byte",
  remove: "remove Cairn's part and keep later changes",
  leave: "leave it alone: it was changed after install, or Cairn's part is gone",
} as const;

/** `cairn uninstall`: takes back what `cairn install` did. */
export const uninstall = command({
  name: "uninstall",
  about: "restore the files that install changed",
  options: {
    "dry-run": { about: "show the changes without making them" },
  },
  run: uninstallAll,
});

async function uninstallAll(io: Io, _: string[], options: UninstallOptions): Promise<void> {
  const planned = planRemoval(io);
  const said = { files: planned.map((change) => summaryOfRemoval(change)), changed: false };
  if (planned.length === 0) return io.answer(said, "Nothing is installed.");
  const shown = planned.map((change) => describeRemoval(io, change)).join("\n");
  if (options["dry-run"]) return io.answer(said, `${shown}\n\nNothing was changed: this was a dry run.`);
  if (!options.yes) io.note(shown);
  if (!(await confirmed(io, "Make these changes?", options))) return io.answer(said, "Nothing was changed.");
  makeChanges(io, planRemoval(io), readReceipt(io));
  io.answer({ ...said, changed: true }, options.yes ? `${shown}\n\nDone.` : "Done.");
}

function planRemoval(io: Io): PlannedRemoval[] {
  const files = Object.entries(readReceipt(io).files).map(([file, installed]) => ({ file, installed }));
  return planAll(files, io, {
    change: ({ file, installed }) => {
      const change = changeToUninstall(file, { io, installed });
      const isKept = !change.isExact && installed.before !== null && readBackup(io, file, installed) !== null;
      return { ...change, backup: isKept ? backupFile(io, file) : null };
    },
    next_step: "Fix these files, then run the command again.",
  });
}

function summaryOfRemoval(change: PlannedRemoval) {
  return { file: change.file, action: actionOf(change), backup: change.backup };
}

function actionOf({ from, to, isExact }: FileChange): keyof typeof ACTIONS {
  if (from === null || (to !== null && from.equals(to))) return "leave";
  if (to === null) return "delete";
  return isExact ? "restore" : "remove";
}

function describeRemoval({ home }: Io, change: PlannedRemoval): string {
  const { file, action, backup } = summaryOfRemoval(change);
  const sign = { delete: style.red("-"), restore: style.yellow("~"), remove: style.yellow("~"), leave: "=" }[action];
  return `${sign} ${style.bold(shortPath(file, home))}: ${ACTIONS[action]}${backup ? `. Backup: ${shortPath(backup, home)}` : ""}`;
}
