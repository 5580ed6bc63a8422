import { ForgetDraft } from "@/components/threads/kept-here";
import { Callout } from "@/components/ui/callout";
import { CopyBox } from "@/components/ui/copy-box";
import type { ThreadStatus } from "@/lib/contract/primitives";

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
