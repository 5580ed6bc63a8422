import type { Reply } from "@/.cairn/build/interface";
import { send } from "@/lib/client/call";
import { each } from "@/lib/client/operations";
import { readText } from "@/lib/client/read-text";
import { command } from "@/lib/command/command";
import { type Io, usage } from "@/lib/command/io";
import { technologyOf } from "@/lib/command/projects/technology";
import { style } from "@/lib/command/style";
import { cairnOf, callOptions } from "@/lib/command/talk/calls";
import { notesInWords, notesOf } from "@/lib/command/talk/notes";
import { threadNamed } from "@/lib/command/talk/own-threads";
import { replyInWords } from "@/lib/command/talk/print";
import { titleInWords } from "@/lib/contract/erased-in-words";

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
