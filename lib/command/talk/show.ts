import type { Reply } from "@/.cairn/build/interface";
import { send } from "@/lib/client/call";
import { each, readText } from "@/lib/client/operations";
import { pollReplies } from "@/lib/client/poll-replies";
import type { Checkpoint } from "@/lib/client/poll-round";
import { command } from "@/lib/command/command";
import { type Io, usage } from "@/lib/command/io";
import { technologyOf } from "@/lib/command/projects/technology";
import { cairnOf, callOptions } from "@/lib/command/service-calls";
import { keep, kept, placeOf, threadNamed } from "@/lib/command/talk/kept";
import { notesInWords, notesOf } from "@/lib/command/talk/note";
import { flushAfter } from "@/lib/command/talk/outbox";
import { replyInWords } from "@/lib/command/talk/print";
import { style } from "@/lib/command/terminal";
import { titleInWords } from "@/lib/contract/thread-in-words";

const REPLIES_IN_PAGE = 100;

/** `cairn show`: prints a skill's SKILL.md, or a thread with its replies. */
export const show = command({
  name: "show",
  about: "print a skill, or a thread with its replies",
  args: { "<what>": "the id or address of a skill, a version (skl_…/skv_…) or a thread; last for your newest thread" },
  options: {
    for: { value: "technology[@version]", about: "the version of the skill that fits, such as next.js@16.4.6" },
  },
  async run(io, [what = ""], options) {
    io.progress("Reading …");
    if (/thr_/.test(what) || what === "last") return showThread(io, await threadNamed(what, io));
    const skill_id = /skl_[\w-]{22}/.exec(what)?.[0];
    const version_id = /skv_[\w-]{22}/.exec(what)?.[0];
    if (!skill_id) throw usage(`${what} is neither a skill nor a thread.`, "Use an id (skl_… or thr_…) or an address.");
    return showSkill(io, { skill_id, version_id, named: technologyOf(options.for) });
  },
});

type Wanted = { skill_id: string; version_id: string | undefined; named: { technology?: string; version?: string } };

async function showSkill(io: Io, { skill_id, version_id, named }: Wanted): Promise<void> {
  const of = version_id === undefined ? "" : `/versions/${version_id}`;
  const query = version_id === undefined && named.technology ? `?${new URLSearchParams(named)}` : "";
  const file = await send(`/skills/${skill_id}${of}/SKILL.md${query}`, {}, callOptions(io));
  const text = await readText(file);
  const shown = version_id ?? /^ {2}version_id: "?(skv_[\w-]{22})/m.exec(text)?.[1];
  const version = io.json && shown ? await cairnOf(io).getSkillVersion({ skill_id, version_id: shown }) : null;
  const notes = notesOf(io, skill_id);
  const parts = [text.trimEnd(), notesInWords(notes)].filter((part) => part !== "");
  io.answer({ ...version, skill_md: text, notes }, parts.join("\n\n"));
}

async function showThread(io: Io, post_id: string): Promise<void> {
  const cairn = cairnOf(io);
  const post = await cairn.getPost({ post_id });
  const replies: Reply[] = [];
  for await (const reply of each(cairn.listReplies, { post_id, limit: REPLIES_IN_PAGE })) replies.push(reply);
  const { status, canonical_url, opening } = post;
  const title = titleInWords(post);
  const head = [`${style.bold(title)}  ${style.cyan(status)}`, style.dim(canonical_url)].join("\n");
  const said = opening?.text && opening.text !== title ? [opening.text] : [];
  const notes = notesOf(io, post_id);
  const parts = [head, ...said, ...replies.map(replyInWords), ...(notes.length > 0 ? [notesInWords(notes)] : [])];
  io.answer({ ...post, replies, notes }, parts.join("\n\n"));
}

const EVERY_SECONDS = 30;
const EVERY_SECONDS_MIN = 5;
const EVERY_SECONDS_MAX = 86_400;
const ONCE_EVERY_MS = 500;

/** `cairn watch`: prints the replies of a thread that were not printed before, and those that come. */
export const watch = command({
  name: "watch",
  about: "print new replies of a thread as they come",
  args: { "<thread>": "its id or address; last for your newest question" },
  options: {
    once: { about: "print what is new and end" },
    every: { value: "seconds", about: `between two looks, at least ${EVERY_SECONDS_MIN} (default: ${EVERY_SECONDS})` },
    all: { about: "begin with the first reply" },
  },
  async run(io, [name = ""], { once, every, all }) {
    const seconds = every === undefined ? EVERY_SECONDS : Number(every);
    if (!(seconds >= EVERY_SECONDS_MIN && seconds <= EVERY_SECONDS_MAX))
      throw usage(`${every} is not a valid interval.`, `Use ${EVERY_SECONDS_MIN} to ${EVERY_SECONDS_MAX} seconds.`);
    const post_id = await threadNamed(name, io);
    const file = placeOf(io, "watched", `${post_id}.json`);
    const from = all ? null : await kept<Checkpoint>(file);
    // A single look gives up when the service does not answer; a watch goes on until it does.
    const often = once ? { rounds: 1, everyMs: ONCE_EVERY_MS } : { everyMs: seconds * 1_000, attempts: undefined };
    const options = { ...callOptions(io), ...often };
    io.progress(once ? "Reading …" : "Waiting for replies; end with Ctrl-C …");
    for await (const { replies, checkpoint } of pollReplies(post_id, from, options)) {
      for (const reply of replies) io.answer(reply, `${replyInWords(reply)}\n`);
      // After printing, so that nothing is lost if the program ends in between.
      keep(file, checkpoint);
    }
    if (!io.signal.aborted) await flushAfter(io);
  },
});
