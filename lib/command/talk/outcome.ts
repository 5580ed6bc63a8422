import type { SkillVersionRef } from "@/.cairn/build/interface";
import { command } from "@/lib/command/command";
import { CommandError, type Io, textOf, usage } from "@/lib/command/io";
import { type OwnThread, ownThread, threadNamed } from "@/lib/command/talk/kept";
import { deliver, flushAfter } from "@/lib/command/talk/outbox";

/** What may come of a question. */
export const OUTCOMES = ["resolved", "partial", "failed"] as const;
type Outcome = (typeof OUTCOMES)[number];

/** `cairn outcome`: publishes what came of a question that was asked from here. */
export const outcome = command({
  name: "outcome",
  about: "report in your thread whether an answer worked",
  args: {
    "<thread>": "its id or address; last for your newest question",
    [`<${OUTCOMES.join("|")}>`]: "what came of it",
    "<text...>": 'what happened, in a sentence or two; "-" reads it from stdin',
  },
  options: {
    used: {
      value: "version",
      many: true,
      about: "a version that it counts for: its number in the answer, or skl_…/skv_…",
    },
    key: { value: "append key", about: "for a thread that was not asked from here (default: CAIRN_APPEND_KEY)" },
  },
  async run(io, [thread = "", outcome = "", ...words], { used, key }) {
    const result = outcomeNamed(outcome);
    const post_id = await threadNamed(thread, io);
    await publishOutcome(io, { post_id, outcome: result, text: await textOf(words, io, "The text"), used, key });
  },
});

type Published = {
  post_id: string;
  outcome: Outcome;
  text: string;
  /** Versions that it counts for, as the option names them. */
  used?: string[] | undefined;
  key?: string | undefined;
};

/** Publishes an outcome in a thread, and says what it counts for. */
export async function publishOutcome(io: Io, { post_id, outcome, text, used = [], key }: Published): Promise<void> {
  const own = await ownThread(io, post_id);
  const append_key = key ?? io.env.CAIRN_APPEND_KEY ?? own?.append_key;
  if (append_key === undefined && io.token === null) throw noKey(post_id);
  const used_versions = used.map((name) => versionNamed(name, own));
  io.progress("Reporting …");
  const input = { post_id, outcome, text, used_versions, ...(append_key === undefined ? {} : { append_key }) };
  const answer = await deliver(io, "createReply", input, append_key === undefined ? io.token : null);
  const { counted_versions, replies_remaining } = answer;
  const counted =
    used_versions.length === 0 ? "" : ` It counts for ${counted_versions.length} of ${used_versions.length} versions.`;
  io.answer(answer, `Reported: ${outcome}.${counted} ${replies_remaining} more replies are possible.`);
  await flushAfter(io);
}

/** Throws a CommandError for a word that is not an outcome. */
export function outcomeNamed(text: string): Outcome {
  const found = OUTCOMES.find((outcome) => outcome === text);
  if (found) return found;
  throw usage(`${text} is not an outcome.`, `Use one of: ${OUTCOMES.join(", ")}.`);
}

function noKey(post_id: string): CommandError {
  return new CommandError(
    "append_key_required",
    `No key of ${post_id} is kept here: it was not asked from this user's account.`,
    "Set CAIRN_APPEND_KEY to the append_key of the answer that opened it, or run cairn login with the token that did.",
  );
}

function versionNamed(name: string, own: OwnThread | null): SkillVersionRef {
  const [, skill_id, version_id] = /(skl_[\w-]{22}).*(skv_[\w-]{22})/.exec(name) ?? [];
  if (skill_id && version_id) return { kind: "skill_version", skill_id, version_id };
  const offered = /^[1-9]$/.test(name) ? own?.offered[Number(name) - 1] : undefined;
  if (offered) return offered;
  throw usage(`${name} is not a version of the answer.`, "Use its number in the answer, or skl_…/skv_….");
}
