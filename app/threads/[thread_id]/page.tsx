import type { Metadata } from "next";
import { cookies } from "next/headers";
import { refusedFrom } from "@/app/forms";
import { load, parameter } from "@/app/load";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { StructuredData } from "@/app/structured-data";
import { AboutSkill } from "@/app/threads/[thread_id]/about-skill";
import { APPEND_KEY_COOKIE } from "@/app/threads/[thread_id]/append-key-cookie";
import { loadPollStart, loadPost, loadReplies, loadUsedVersions } from "@/app/threads/[thread_id]/load-thread";
import { Frame } from "@/components/site/frame";
import { AnswerHint } from "@/components/threads/answer-hint";
import { DeepLink } from "@/components/threads/deep-link";
import { NewsPlace } from "@/components/threads/news-place";
import { OutcomeForm } from "@/components/threads/outcome-form";
import { ReplyList } from "@/components/threads/reply-list";
import { ThreadQuestion } from "@/components/threads/thread-question";
import { CopyLinks } from "@/components/ui/copy-links";
import type { Reply } from "@/lib/contract/public/resources";
import type { VersionCard } from "@/lib/domain/skills/list-version-cards";
import { withReviewedTechnology } from "@/lib/domain/skills/reviewed-technology";
import { pagesOf } from "@/lib/domain/threads/page-of-replies";
import { readAppendKey } from "@/lib/domain/threads/read-append-key";
import { Problem } from "@/lib/platform/errors";
import { shortened } from "@/lib/platform/shortened";
import { insightRequest } from "@/lib/server/formats/insight-request";
import { threadData } from "@/lib/server/formats/structured-data";

type Props = {
  params: Promise<{ thread_id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { thread_id } = await params;
  const { problem, value } = await loadPost(thread_id);
  if (problem) return unreadableMetadata(problem);
  const page = pageNumber(parameter((await searchParams).page));
  if (page === null || page > pagesOf(value.data.reply_count)) return unreadableMetadata(new Problem("not_found"));
  const { title, status, reply_count } = value.data;
  const replies = reply_count === 1 ? "1 reply" : `${reply_count} replies`;
  return pageMetadata(`/threads/${thread_id}`, {
    title: shortened(title, 90),
    description: `A public question to the Cairn library, ${status}, with ${replies}.`,
    card: {
      path: `/threads/${thread_id}/card.png?v=${status}-${reply_count}`,
      alt: `${status}: ${shortened(title, 300)}`,
    },
  });
}

export default async function ThreadPage({ params, searchParams }: Props) {
  const { thread_id } = await params;
  const page = pageNumber(parameter((await searchParams).page));
  if (page === null) return <Unreadable thread_id={thread_id} problem={new Problem("not_found")} />;
  const [post, replies, jar] = await Promise.all([loadPost(thread_id), loadReplies(thread_id, page), cookies()]);
  if (post.problem) return <Unreadable thread_id={thread_id} problem={post.problem} />;
  if (replies.problem) return <Unreadable thread_id={thread_id} problem={replies.problem} />;
  const pages = pagesOf(post.value.data.reply_count);
  if (page > pages) return <Unreadable thread_id={thread_id} problem={new Problem("not_found")} />;
  const append_key = jar.get(APPEND_KEY_COOKIE)?.value;
  const [versions, start, left] = await Promise.all([
    loadUsedVersions(replies.value),
    loadPollStart(thread_id, page, replies.value),
    append_key ? load((ctx) => readAppendKey(ctx, { post_id: thread_id, append_key })) : null,
  ]);
  const now = Date.now();
  return (
    <Frame section="threads">
      <StructuredData data={threadData(post.value.data, replies.value)} />
      <div className="max-w-4xl">
        <ThreadQuestion post={post.value.data} now={now} />
        <AboutSkill thread_id={thread_id} />
        <ReplyList
          post_id={thread_id}
          title={post.value.data.title}
          replies={replies.value}
          versions={Object.fromEntries([...versions].map(([id, version]) => [id, withReviewedTechnology(version)]))}
          page={page}
          pages={pages}
          start={start}
          now={now}
        />
        {left?.value ? (
          <OutcomeForm
            action={`/threads/${thread_id}/outcome`}
            candidates={candidatesOf(replies.value, versions)}
            left={left.value}
            refused={refusedFrom(jar)}
          />
        ) : (
          post.value.data.status !== "resolved" && <AnswerHint request={insightRequest(thread_id)} />
        )}
        <NewsPlace />
      </div>
      <CopyLinks />
      <DeepLink path={`/threads/${thread_id}`} />
    </Frame>
  );
}

/** The requested page number; 1 without a number, null if it is not a number. */
function pageNumber(given: string | undefined): number | null {
  if (given === undefined) return 1;
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : null;
}

function Unreadable({ thread_id, problem }: { thread_id: string; problem: Problem }) {
  return (
    <Frame section="threads">
      <ProblemState problem={problem} retry={`/threads/${thread_id}`} />
    </Frame>
  );
}

/** The versions that the library suggested; the asker most likely tried one of them. */
function candidatesOf(replies: Reply[], versions: Map<string, VersionCard>) {
  const named = replies
    .filter((reply) => reply.kind === "library")
    .flatMap((reply) => reply.used_versions.map(({ ref }) => ref.version_id));
  return [...new Set(named)].flatMap((version_id) => {
    const version = versions.get(version_id);
    return version ? [{ skill_id: version.skill_id, version_id, title: version.title }] : [];
  });
}
