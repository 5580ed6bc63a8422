import type { Metadata } from "next";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { appendKeyFrom, saidFrom } from "@/app/cookies";
import { refusedFrom } from "@/app/forms";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata, StructuredData, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import {
  loadNeighbours,
  loadPollStart,
  loadPost,
  loadReplies,
  loadUsedVersions,
  showPost,
  showReplies,
} from "@/app/threads/[thread_id]/load-thread";
import { Forms } from "@/app/threads/[thread_id]/thread-forms";
import { Frame } from "@/components/site/frame";
import { SkillCard, whyPath } from "@/components/skills/skill-card";
import { RememberQuestion } from "@/components/threads/kept-here";
import type { Candidate } from "@/components/threads/outcome-form";
import { DeepLink, ReplyList } from "@/components/threads/reply-list";
import { NewsPlace } from "@/components/threads/thread-news";
import { Published } from "@/components/threads/thread-sections";
import { AboutSkill, ThreadAside, ThreadQuestion } from "@/components/threads/thread-view";
import { buttonClass } from "@/components/ui/controls";
import { CopyCode, CopyLinks } from "@/components/ui/copy-in-page";
import { USED_VERSIONS_MAX } from "@/lib/contract/primitives";
import type { Post, Reply } from "@/lib/contract/public/resources";
import { titleInWords } from "@/lib/contract/thread-in-words";
import { type VersionCard, withReviewedTechnology } from "@/lib/domain/skills/version-cards";
import { readAppendKey } from "@/lib/domain/threads/append-key";
import { getSubject } from "@/lib/domain/threads/posts";
import { pagesOf } from "@/lib/domain/threads/replies";
import { Problem } from "@/lib/platform/errors";
import { threadUrl } from "@/lib/platform/urls";
import { shortened } from "@/lib/platform/words";
import { cardState, threadData } from "@/lib/server/formats/structured-data";

type ThreadPageProps = {
  params: Promise<{ thread_id: string }>;
  searchParams: Promise<Query>;
};

export async function generateMetadata({ params, searchParams }: ThreadPageProps): Promise<Metadata> {
  const { thread_id } = await params;
  const { problem, value } = await loadPost(thread_id);
  if (problem) return unreadableMetadata(problem);
  const page = pageNumber(parameter((await searchParams).page));
  if (page === null || page > pagesOf(value.data.reply_count)) return unreadableMetadata(new Problem("not_found"));
  const { status, reply_count } = value.data;
  const title = titleInWords(value.data);
  const replies = reply_count === 1 ? "1 reply" : `${reply_count} replies`;
  return pageMetadata(`/threads/${thread_id}`, {
    title: shortened(title, 90),
    description: `A public question to the Cairn library, ${status}, with ${replies}.`,
    card: {
      path: `/threads/${thread_id}/card.png?v=${cardState(value.data)}`,
      alt: `${status}: ${shortened(title, 300)}`,
    },
  });
}

export default async function ThreadPage({ params, searchParams }: ThreadPageProps) {
  const { thread_id } = await params;
  const page = pageNumber(parameter((await searchParams).page));
  if (page === null) return <Unreadable thread_id={thread_id} problem={new Problem("not_found")} />;
  const [post, replies, jar] = await Promise.all([loadPost(thread_id), loadReplies(thread_id, page), cookies()]);
  if (post.problem) return <Unreadable thread_id={thread_id} problem={post.problem} />;
  if (replies.problem) return <Unreadable thread_id={thread_id} problem={replies.problem} />;
  const pages = pagesOf(post.value.data.reply_count);
  if (page > pages) return <Unreadable thread_id={thread_id} problem={new Problem("not_found")} />;
  const append_key = appendKeyFrom(jar);
  const [shownPost, shownReplies, versions, start, similar, subject, left] = await Promise.all([
    showPost(post.value.data),
    showReplies(replies.value),
    loadUsedVersions(replies.value),
    loadPollStart(thread_id, page, replies.value),
    loadNeighbours(post.value.data),
    load((ctx) => getSubject(ctx, { thread_id })),
    append_key ? load((ctx) => readAppendKey(ctx, { post_id: thread_id, append_key })) : null,
  ]);
  const now = Date.now();
  const { reply_count } = shownPost;
  const said = saidFrom(jar);
  const isOwn = left?.value?.expired === false;
  const url = threadUrl(thread_id);
  return (
    <Frame section="threads">
      <StructuredData data={threadData(post.value.data, replies.value)} />
      <div className="page-grid items-start">
        <div className="min-w-0">
          {said?.kind === "question" && <Published url={url} post_id={thread_id} reply_count={reply_count} />}
          {left?.value && !shownPost.retracted_at && <RememberQuestion post_id={thread_id} title={shownPost.title} />}
          <ThreadQuestion post={shownPost} now={now}>
            {isOwn && !shownPost.retracted_at && (
              <div className="mt-4">
                <TakeBack post_id={thread_id} />
              </div>
            )}
          </ThreadQuestion>
          {subject.value && <AboutSkill subject={subject.value} />}
          <ReplyList
            post_id={thread_id}
            title={shownPost.title}
            replies={shownReplies}
            titles={Object.fromEntries([...versions].map(([id, version]) => [id, version.title]))}
            answers={libraryAnswers(post.value.data, replies.value, versions)}
            own={isOwn ? ownReplies(replies.value) : {}}
            page={page}
            pages={pages}
            start={start}
            now={now}
          />
          <Forms
            post={shownPost}
            candidates={candidatesOf(replies.value, versions)}
            left={left?.value ?? null}
            refused={refusedFrom(jar)}
            said={said}
            titleOf={(version_id) => versions.get(version_id)?.title ?? "a skill"}
          />
          <NewsPlace />
        </div>
        <div>
          <ThreadAside post_id={thread_id} url={url} similar={similar} />
        </div>
      </div>
      <CopyCode />
      <CopyLinks />
      <DeepLink path={`/threads/${thread_id}`} />
    </Frame>
  );
}

type TakeBackProps = {
  post_id: string;
  /** The reply to take back; the question without one. */
  reply_id?: string;
};

/** Takes back what this browser published, after a second look. Works without scripts. */
function TakeBack({ post_id, reply_id }: TakeBackProps) {
  const what = reply_id ? "reply" : "question";
  return (
    <details className="no-print text-sm">
      <summary className="w-fit cursor-pointer text-ink-soft hover:underline">Take back this {what}</summary>
      <form
        method="post"
        action={`/threads/${post_id}/retract`}
        className="mt-2 max-w-xl rounded-lg border border-line bg-surface p-4 text-base"
      >
        {reply_id && <input type="hidden" name="reply_id" value={reply_id} />}
        <p>
          {reply_id
            ? "Its text and its outcome are erased for good. Others see that it was taken back."
            : "Its text is erased for good and leaves lists and searches. Replies of others stay."}
        </p>
        <button type="submit" className={`mt-3 ${buttonClass("danger")}`}>
          Erase the {what}
        </button>
      </form>
    </details>
  );
}

/** What the asker can do with the outcomes of a thread, by reply id. */
function ownReplies(replies: Reply[]): Record<string, ReactNode> {
  const own = replies.filter(({ kind, retracted_at }) => kind === "outcome" && retracted_at === null);
  return Object.fromEntries(
    own.map(({ post_id, reply_id }) => [
      reply_id,
      <div key={reply_id} className="mt-3">
        <TakeBack post_id={post_id} reply_id={reply_id} />
      </div>,
    ]),
  );
}

/** The requested page number; 1 without a number, null if it is not a number. */
function pageNumber(given: string | undefined): number | null {
  if (given === undefined) return 1;
  return /^[1-9]\d{0,5}$/.test(given) ? Number(given) : null;
}

function Unreadable({ thread_id, problem }: { thread_id: string; problem: Problem }) {
  return <ProblemPage section="threads" problem={problem} retry={`/threads/${thread_id}`} />;
}

/** The versions that replies named, the library's first; the asker most likely tried one of them. */
function candidatesOf(replies: Reply[], versions: Map<string, VersionCard>): Candidate[] {
  const named = ["library", "insight"].flatMap((kind) =>
    replies
      .filter((reply) => reply.kind === kind)
      .flatMap((reply) => reply.used_versions.map(({ ref }) => ref.version_id)),
  );
  return [...new Set(named)].slice(0, USED_VERSIONS_MAX).flatMap((version_id) => {
    const version = versions.get(version_id);
    return version ? [{ skill_id: version.skill_id, version_id, title: version.title }] : [];
  });
}

/** The library's answers in a thread, by reply id: cards of the skills that it names, made here and not in the browser. */
function libraryAnswers(
  post: Post,
  replies: readonly Reply[],
  versions: ReadonlyMap<string, VersionCard>,
): Record<string, ReactNode> {
  const answers = replies.filter(({ kind, used_versions }) => kind === "library" && used_versions.length > 0);
  return Object.fromEntries(
    answers.map((reply) => [reply.reply_id, <LibraryAnswer key={reply.reply_id} {...{ post, reply, versions }} />]),
  );
}

type LibraryAnswerProps = { post: Post; reply: Reply; versions: ReadonlyMap<string, VersionCard> };

function LibraryAnswer({ post, reply, versions }: LibraryAnswerProps) {
  const named = post.technologies.find(({ source }) => source === "asked");
  const searched = { q: post.title ?? "", technology: named?.technology, version: named?.version ?? undefined };
  return (
    <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface px-5">
      {reply.used_versions.map(({ ref }) => {
        const version = versions.get(ref.version_id);
        return (
          <li key={ref.version_id}>
            {version ? (
              <SkillCard skill={withReviewedTechnology(version)} heading="h3" why={whyPath(searched, ref.skill_id)} />
            ) : (
              <p className="py-4 text-ink-soft">
                This version was withdrawn or cannot be read right now:{" "}
                <a className="link" href={`/skills/${ref.skill_id}/versions/${ref.version_id}`}>
                  its page
                </a>{" "}
                says more.
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}
