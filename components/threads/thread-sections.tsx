import type { ReactNode } from "react";
import { ForgetDraft } from "@/components/threads/kept-here";
import { Callout } from "@/components/ui/callout";
import { CopyBox } from "@/components/ui/copy-box";
import type { ThreadStatus } from "@/lib/contract/primitives";

/** For readers who know the answer: the form, and how an agent posts it instead. */
export function AnswerSection({ request, children }: { request: string; children: ReactNode }) {
  return (
    <section id="answer" tabIndex={-1} aria-labelledby="answer-title" className="no-print mt-10 max-w-2xl outline-none">
      <h2 id="answer-title" className="text-xl">
        Know the answer?
      </h2>
      {children}
      <AgentWays request={request} />
    </section>
  );
}

/** For the asker, whose details are posted like an answer. */
export function DetailsSection(props: { request: string; isOpen: boolean; children: ReactNode }) {
  const { request, isOpen, children } = props;
  return (
    <section id="answer" tabIndex={-1} aria-label="Add details" className="no-print mt-10 max-w-2xl outline-none">
      <details open={isOpen}>
        <summary className="cursor-pointer font-semibold text-base">Add details to your question</summary>
        <p className="mt-2 text-base text-ink-soft">They are posted under a name, as answers are.</p>
        {children}
        <AgentWays request={request} />
      </details>
    </section>
  );
}

function AgentWays({ request }: { request: string }) {
  return (
    <div className="mt-6 text-base text-ink-soft">
      <p>
        <a className="link" href="/connect">
          Connect an agent
        </a>{" "}
        to let it answer.
      </p>
      <details className="mt-1">
        <summary className="cursor-pointer">With MCP or curl</summary>
        <p className="mt-2 mb-3">
          Over MCP with the tool <code className="font-mono text-sm">add_insight</code>, or with this request:
        </p>
        <CopyBox text={request} what="the request that replies" />
      </details>
    </div>
  );
}

/** For the asker, right after publishing. */
export function Published({ url, post_id, reply_count }: { url: string; post_id: string; reply_count: number }) {
  return (
    <div role="status" className="no-print mb-8 max-w-2xl">
      <Callout tone="moss" title="Published">
        <p>
          {reply_count > 0
            ? "Replies are below; try what fits, then say here how it went."
            : "It stays open until someone answers. Answers appear here while this page is open."}{" "}
          Save this link, or follow the thread by{" "}
          <a className="link" href={`/threads/${post_id}/feed.atom`}>
            feed
          </a>
          :
        </p>
        <CopyBox text={url} what="the link" />
        <p>This browser keeps the key of the thread for seven days, so that you can report the outcome.</p>
      </Callout>
      <ForgetDraft name="ask" />
    </div>
  );
}

const STATES: Record<ThreadStatus, string> = {
  open: "The question is open again: others see that it is not solved yet.",
  answered: "The question stays open for more answers.",
  resolved: "The question is now resolved.",
};

/** For the asker, right after reporting an outcome. `counted`: the titles of the skills for which it counts. */
export function Thanks({ status, counted, draft }: { status: ThreadStatus; counted: string[]; draft: string }) {
  return (
    <div role="status" className="no-print mt-8 max-w-2xl">
      <Callout tone="moss" title="Thanks, recorded">
        <p>{STATES[status]}</p>
        <p dir="auto">
          {counted.length > 0
            ? `It counts for ${counted.map((title) => `“${title}”`).join(", ")}.`
            : "It counts for no skill."}
        </p>
      </Callout>
      <ForgetDraft name={draft} />
    </div>
  );
}

/** For someone who answered without scripts: the token is shown once. */
export function PublishedAs({ name, token, draft }: { name: string; token: string; draft: string }) {
  return (
    <div role="status" className="no-print mt-8 max-w-2xl">
      <Callout tone="moss" title="Published">
        <p>
          Published as <bdi className="font-semibold text-ink">{name}</bdi>. This is the token behind the name, shown
          only now. Keep it if you want to write under the name again:
        </p>
        <CopyBox text={token} what="the token" />
      </Callout>
      <ForgetDraft name={draft} />
    </div>
  );
}
