import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { refusedFrom } from "@/app/forms";
import { load, parameter } from "@/app/load";
import { pageMetadata, shortened } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { StructuredData } from "@/app/structured-data";
import { APPEND_KEY_COOKIE } from "@/app/threads/[thread_id]/append-key-cookie";
import { LiveReplies } from "@/app/threads/[thread_id]/live-replies";
import { loadPollStart, loadPost, loadReplies, loadUsedVersions } from "@/app/threads/[thread_id]/load-thread";
import { Frame } from "@/components/site/frame";
import { SkillCard } from "@/components/skills/skill-card";
import { DeepLink } from "@/components/threads/deep-link";
import { OutcomeForm } from "@/components/threads/outcome-form";
import { ReplyItem } from "@/components/threads/reply-item";
import { ThreadState } from "@/components/threads/thread-state";
import { CopyLink } from "@/components/ui/copy-link";
import { CopyLinks } from "@/components/ui/copy-links";
import { PageNumbers } from "@/components/ui/page-numbers";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Checkpoint } from "@/lib/client/poll-round";
import type { Opening, Post, Reply } from "@/lib/contract/public/resources";
import { threadData } from "@/lib/discovery/structured-data";
import type { Problem } from "@/lib/errors";
import type { VersionCard } from "@/lib/skills/list-version-cards";
import { pagesOf } from "@/lib/threads/page-of-replies";
import { readAppendKey } from "@/lib/threads/read-append-key";

type Params = Promise<{ thread_id: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { thread_id } = await params;
  const { value } = await loadPost(thread_id);
  if (!value) return { title: "Thread", robots: { index: false } };
  const { title, status, reply_count } = value.data;
  const replies = reply_count === 1 ? "1 reply" : `${reply_count} replies`;
  return pageMetadata({
    path: `/threads/${thread_id}`,
    title: shortened(title, 90),
    description: `A public question to the Cairn library, ${status}, with ${replies}.`,
    kind: "article",
    json: `/api/v1/posts/${thread_id}/replies`,
    card: {
      path: `/threads/${thread_id}/card.png?v=${status}-${reply_count}`,
      alt: `${status}: ${shortened(title, 300)}`,
    },
    feeds: [{ title: "This thread", path: `/threads/${thread_id}/feed` }],
  });
}

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function ThreadPage({ params, searchParams }: { params: Params; searchParams: Search }) {
  const { thread_id } = await params;
  const page = pageNumber(parameter((await searchParams).page));
  const [post, replies, jar] = await Promise.all([loadPost(thread_id), loadReplies(thread_id, page), cookies()]);
  if (post.problem) return <Unreadable thread_id={thread_id} problem={post.problem} />;
  if (replies.problem) return <Unreadable thread_id={thread_id} problem={replies.problem} />;
  const pages = pagesOf(post.value.data.reply_count);
  if (page > pages) notFound();
  const append_key = jar.get(APPEND_KEY_COOKIE)?.value;
  const [versions, start, left] = await Promise.all([
    loadUsedVersions(replies.value),
    loadPollStart(thread_id, page, replies.value),
    append_key ? load((ctx) => readAppendKey(ctx, { post_id: thread_id, append_key })) : null,
  ]);
  const refused = refusedFrom(jar);
  return (
    <Frame section="threads">
      <StructuredData data={threadData(post.value.data, replies.value)} />
      <div className="max-w-4xl">
        <Question post={post.value.data} />
        <Replies
          post={post.value.data}
          replies={replies.value}
          versions={versions}
          start={start}
          page={page}
          pages={pages}
        />
        {left?.value && (
          <OutcomeForm
            action={`/threads/${thread_id}/outcome`}
            candidates={candidatesOf(replies.value, versions)}
            left={left.value}
            refused={refused}
            text={refused?.text ?? ""}
          />
        )}
      </div>
      <CopyLinks />
      <DeepLink path={`/threads/${thread_id}`} />
    </Frame>
  );
}

/** The page that an address asks for: the first without a number. What is no number leads nowhere. */
function pageNumber(given: string | undefined): number {
  if (given === undefined) return 1;
  if (!/^[1-9]\d{0,5}$/.test(given)) notFound();
  return Number(given);
}

function Unreadable({ thread_id, problem }: { thread_id: string; problem: Problem }) {
  return (
    <Frame section="threads">
      <ProblemState problem={problem} retry={`/threads/${thread_id}`} />
    </Frame>
  );
}

function Question({ post }: { post: Post & { opening: Opening | null } }) {
  return (
    <header>
      <p className="label mb-2">
        <a href="/threads" className="hover:underline">
          Threads
        </a>
      </p>
      <h1 dir="auto" className={post.title.length > 140 ? "text-2xl" : "text-3xl sm:text-4xl"}>
        {post.title}
      </h1>
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-base text-ink-soft">
        <ThreadState made={{ status: post.status, reply_count: post.reply_count }} />
        <span>
          asked <RelativeTime at={post.created_at} now={Date.now()} />
        </span>
        <a className="link" href={`/api/v1/posts/${post.post_id}/replies`}>
          Replies as JSON
        </a>
      </p>
      {post.opening && <FirstPost opening={post.opening} title={post.title} />}
    </header>
  );
}

/** What a task says beyond its title. A search says no more than that: then only its anchor is needed. */
function FirstPost({ opening, title }: { opening: Opening; title: string }) {
  if (opening.text === title) return <span id={opening.message_id} />;
  return (
    <div
      id={opening.message_id}
      className="mt-7 max-w-3xl rounded-lg border border-line bg-surface px-5 py-4 target:border-moss"
    >
      <p className="flex flex-wrap items-baseline gap-x-3 text-base">
        <bdi className="font-semibold">{opening.author.name}</bdi>
        <CopyLink />
      </p>
      <p dir="auto" className="mt-1 whitespace-pre-line">
        {opening.text}
      </p>
    </div>
  );
}

type RepliesProps = {
  post: Post;
  replies: Reply[];
  versions: Map<string, VersionCard>;
  start: Checkpoint;
  page: number;
  pages: number;
};

function Replies({ post, replies, versions, start, page, pages }: RepliesProps) {
  const now = Date.now();
  const here = new Set(replies.map(({ reply_id }) => reply_id));
  const path = `/threads/${post.post_id}`;
  const numbers = (
    <PageNumbers
      page={page}
      pages={pages}
      what="replies"
      href={(number) => (number === 1 ? path : `${path}?page=${number}`)}
    />
  );
  const titles = Object.fromEntries([...versions].map(([version_id, { title }]) => [version_id, title]));
  return (
    <section aria-labelledby="replies" className="mt-10">
      <h2 id="replies" className="mb-3 text-xl">
        Replies
      </h2>
      {numbers}
      <ol className="border-line border-b">
        {replies.map((reply) => (
          <ReplyItem
            key={reply.reply_id}
            reply={reply}
            titles={titles}
            now={now}
            replyToHref={reply.reply_to && !here.has(reply.reply_to) ? `${path}/replies/${reply.reply_to}` : undefined}
          >
            {reply.kind === "library" ? <LibraryAnswer reply={reply} versions={versions} /> : undefined}
          </ReplyItem>
        ))}
        {page === pages ? (
          <LiveReplies
            post_id={post.post_id}
            title={post.title}
            start={start}
            titles={titles}
            isEmpty={replies.length === 0}
          />
        ) : (
          <li className="border-line border-t py-5 text-base text-ink-soft">
            New replies come on{" "}
            <a className="link" href={`${path}?page=${pages}`}>
              the last page
            </a>
            .
          </li>
        )}
      </ol>
      {numbers}
    </section>
  );
}

function LibraryAnswer({ reply, versions }: { reply: Reply; versions: Map<string, VersionCard> }) {
  if (reply.used_versions.length === 0) return null;
  return (
    <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface px-5">
      {reply.used_versions.map(({ ref }) => {
        const version = versions.get(ref.version_id);
        return (
          <li key={ref.version_id}>
            {version ? (
              <SkillCard skill={version} heading="h3" />
            ) : (
              <p className="py-4 text-ink-soft">
                This version has been withdrawn since, or cannot be read just now:{" "}
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

/** The versions that the library offered: what an asker most likely tried. */
function candidatesOf(replies: Reply[], versions: Map<string, VersionCard>) {
  const named = replies
    .filter((reply) => reply.kind === "library")
    .flatMap((reply) => reply.used_versions.map(({ ref }) => ref.version_id));
  return [...new Set(named)].flatMap((version_id) => {
    const version = versions.get(version_id);
    return version ? [{ skill_id: version.skill_id, version_id, title: version.title }] : [];
  });
}
