import type { Io } from "@/lib/command/io";
import type { Project } from "@/lib/command/projects/project";
import { LOCK_NAME, type LockFile } from "@/lib/command/skills/lock-file";
import { type Sent, unsent } from "@/lib/command/skills/recorded-calls";
import { style } from "@/lib/command/style";

/** Prints what was wrong with the project's files. */
export function warn(io: Io, { warnings }: Project): void {
  for (const { file, detail } of warnings) io.note(`${style.yellow("warning:")} ${file} ${detail}`);
}

/** Says that `cairn.lock` still holds both sides of a merge. */
export function sayMerged(io: Io, lock: LockFile | null): void {
  if (!lock?.merged) return;
  const sides = lock.merged.join(" and ");
  io.note(`${style.yellow("note:")} ${LOCK_NAME} holds both sides of a merge, ${sides}. The skills of both count.`);
}

/** What left this machine about the project, in a sentence. Reads of public pages say nothing about it. */
export function sentInWords(sent: readonly Sent[]): string {
  if (sent.length === 0) return "Nothing was sent.";
  // A request that was tried again was sent again.
  const bodies = [...new Set(sent.flatMap(({ body }) => (body === undefined ? [] : [JSON.stringify(body)])))];
  return bodies.length === 0
    ? "Sent: reads of skills and of the publish log, nothing about this project."
    : `Sent about this project: ${bodies.join(", ")}; otherwise reads of skills and of the publish log.`;
}

/** What `--dry-run` prints: the first requests; those that follow say nothing about the project. */
export function wouldSend(io: Io, requests: readonly Sent[]): void {
  const lines = requests.map(
    ({ request, body }) => `  ${request}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`,
  );
  const text = [
    "This would be sent, and then only reads of skills and versions by their ids, and of the publish log:",
    ...lines,
    "Nothing was sent, and nothing was written.",
  ];
  io.answer({ dry_run: true, would_send: requests }, text.join("\n"));
}

/** What `--dry-run` prints of a command that reads what is published of skills. */
export async function wouldRead(io: Io, skills: ReadonlyArray<[slug: string, { skill_id: string }]>): Promise<void> {
  const requests = skills.map(([, { skill_id }]) => unsent(io, (cairn) => cairn.getSkill({ skill_id })));
  wouldSend(io, (await Promise.all(requests)).flat());
}
