import { cache } from "react";
import { type Loaded, load, missing } from "@/app/load";
import type { ShownReply } from "@/components/threads/message-text";
import { splitQuestion } from "@/components/threads/shown-question";
import type { ShownPost } from "@/components/threads/thread-view";
import { type Checkpoint, startAfter } from "@/lib/client/poll-round";
import { ThreadId } from "@/lib/contract/primitives";
import type { Opening, Post, Reply } from "@/lib/contract/public/resources";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { listVersionCards, type VersionCard } from "@/lib/domain/skills/version-cards";
import { getPost, neighboursOf } from "@/lib/domain/threads/posts";
import { pageOfReplies, repliesOfLastMoment } from "@/lib/domain/threads/replies";
import { renderMessage, renderMessages } from "@/lib/text/markdown/render";

/** The maximum number of skills looked up for one page, the library's first. */
const VERSIONS_MAX = 100;

/** Loads a thread once for its page and metadata. A malformed id is not found. */
export const loadPost = cache(async (thread_id: string) => {
  if (!ThreadId.safeParse(thread_id).success) return missing();
  return load((ctx) => getPost(ctx, { post_id: thread_id }));
});

/** The visible replies of one numbered page, oldest first. */
export function loadReplies(thread_id: string, page: number): Promise<Loaded<Reply[]>> {
  return load((ctx) => pageOfReplies(ctx, { post_id: thread_id, page }));
}

/** The cursor from which the page polls for later replies. */
export async function loadPollStart(post_id: string, page: number, replies: Reply[]): Promise<Checkpoint> {
  const start = startAfter(replies);
  const { value: boundary_ids } = await load((ctx) => repliesOfLastMoment(ctx, { post_id, page, replies }));
  return boundary_ids ? { ...start, boundary_ids } : start;
}

/** The threads beside this one on its page. The page does without them if they cannot be read. */
export async function loadNeighbours(post: Post) {
  return (await load(() => neighboursOf(post))).value ?? [];
}

/** The versions that replies name, by id, from one query. Unreadable versions are left out. */
export async function loadUsedVersions(replies: Reply[]): Promise<Map<string, VersionCard>> {
  const libraryFirst = [...replies].sort(
    (one, other) => Number(other.kind === "library") - Number(one.kind === "library"),
  );
  const ids = new Set(libraryFirst.flatMap((reply) => reply.used_versions.map(({ ref }) => ref.version_id)));
  const { value } = await load((ctx) => listVersionCards(ctx, [...ids].slice(0, VERSIONS_MAX)));
  return new Map((value ?? []).map((version) => [version.version_id, version]));
}

/** A thread with a short title and the rest of its question, rendered. A task has a text of its own beside its title. */
export async function showPost({ opening, ...post }: Post & { opening: Opening | null }): Promise<ShownPost> {
  const { title, rest } = splitQuestion(titleInWords(post));
  if (!opening) return { ...post, title, opening };
  const { text, ...message } = opening;
  const body = text === post.title ? rest : text;
  return { ...post, title, opening: { ...message, body: body ? { html: await renderMessage(body) } : null } };
}

/** Replies with their texts rendered. */
export async function showReplies(replies: Reply[]): Promise<ShownReply[]> {
  const rendered = await renderMessages(replies.map(({ text }) => text ?? ""));
  return replies.map(({ text, ...reply }, place) => ({
    ...reply,
    body: text === null ? null : { html: rendered[place] ?? "" },
  }));
}
