import { notFound } from "next/navigation";
import { cache } from "react";
import { type Loaded, load } from "@/app/load";
import { ThreadId } from "@/lib/contract/primitives";
import type { Reply, SkillVersion } from "@/lib/contract/public/resources";
import { pageContext } from "@/lib/page-context";
import { getSkillVersion } from "@/lib/skills/get-skill-version";
import { getPost } from "@/lib/threads/get-post";
import { listReplies } from "@/lib/threads/list-replies";

/** A longer thread is cut here on the server; polling in the browser brings the rest. */
const PAGES_MAX = 10;
/** Skills whose titles are looked up for one page. */
const VERSIONS_MAX = 12;

/** A thread for its page and metadata: read once for both. An id that cannot exist is not found. */
export const loadPost = cache((thread_id: string) => {
  if (!ThreadId.safeParse(thread_id).success) notFound();
  return load((ctx) => getPost(ctx, { post_id: thread_id }));
});

/** The visible replies of a thread, oldest first, up to a thousand. */
export function loadReplies(thread_id: string): Promise<Loaded<Reply[]>> {
  return load(async (ctx) => {
    const replies: Reply[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { data, next_cursor } = await listReplies(ctx, { post_id: thread_id, cursor });
      replies.push(...data);
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return replies;
  });
}

/** The versions that replies name, by id: the library's first. What cannot be read is left out. */
export async function loadUsedVersions(replies: Reply[]): Promise<Map<string, SkillVersion>> {
  const libraryFirst = [...replies].sort(
    (one, other) => Number(other.kind === "library") - Number(one.kind === "library"),
  );
  const refs = new Map(
    libraryFirst.flatMap((reply) => reply.used_versions.map(({ ref }) => [ref.version_id, ref] as const)),
  );
  const wanted = [...refs.values()].slice(0, VERSIONS_MAX);
  const found = await Promise.allSettled(
    wanted.map(({ skill_id, version_id }) => getSkillVersion(pageContext(), { skill_id, version_id })),
  );
  return new Map(
    found.flatMap((each) =>
      each.status === "fulfilled" ? [[each.value.data.version_id, each.value.data] as const] : [],
    ),
  );
}
