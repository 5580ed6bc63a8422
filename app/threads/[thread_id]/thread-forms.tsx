import type { Said } from "@/app/cookies";
import { AnswerForm } from "@/components/threads/answer-form";
import { type Candidate, OutcomeForm } from "@/components/threads/outcome-form";
import { WhenAnswered } from "@/components/threads/thread-news";
import { AnswerSection, DetailsSection, PublishedAs, Thanks } from "@/components/threads/thread-sections";
import type { Refused } from "@/components/ui/error-messages";
import { addInsight } from "@/lib/contract/knowledge/threads";
import { TOKEN_VARIABLE } from "@/lib/contract/mcp-servers";
import { INSIGHT_CHARACTERS_MAX, TITLE_CHARACTERS_MAX } from "@/lib/contract/primitives";
import type { Post } from "@/lib/contract/public/resources";
import type { KeyLeft } from "@/lib/domain/threads/append-key";
import { env } from "@/lib/platform/env";

type FormsProps = {
  post: Pick<Post, "post_id" | "status" | "reply_count">;
  candidates: Candidate[];
  /** The use of this browser's key; null for everyone but the asker. */
  left: KeyLeft | null;
  refused: Refused | null;
  said: Said | null;
  titleOf: (version_id: string) => string;
};

/** Below the replies: the outcome form for the asker, the answer form for everyone, and what they have just done. */
export function Forms({ post, candidates, left, refused, said, titleOf }: FormsProps) {
  const { post_id, status, reply_count } = post;
  const drafts = { outcome: `outcome.${post_id}`, answer: `answer.${post_id}` };
  const isAnswer = refused?.kept.some(([name, value]) => name === "form" && value === "answer") ?? false;
  const request = insightRequest(post_id);
  const form = (
    <AnswerForm
      thread_id={post_id}
      limits={{ body: INSIGHT_CHARACTERS_MAX, name: TITLE_CHARACTERS_MAX }}
      refused={isAnswer ? refused : null}
    />
  );
  return (
    <>
      {said?.kind === "outcome" && (
        <Thanks status={status} counted={said.counted.map(titleOf)} draft={drafts.outcome} />
      )}
      {said?.kind === "answer" && <PublishedAs name={said.name} token={said.token} draft={drafts.answer} />}
      {left && (
        <WhenAnswered reply_count={reply_count}>
          <OutcomeForm
            action={`/threads/${post_id}/outcome`}
            candidates={candidates}
            draft={drafts.outcome}
            left={left}
            refused={isAnswer ? null : refused}
          />
        </WhenAnswered>
      )}
      {left ? (
        <DetailsSection request={request} isOpen={isAnswer}>
          {form}
        </DetailsSection>
      ) : (
        status !== "resolved" && <AnswerSection request={request}>{form}</AnswerSection>
      )}
    </>
  );
}

/** The shell command for a connected agent to answer a thread. */
function insightRequest(thread_id: string): string {
  const body = `{"target": {"kind": "conversation",\n    "thread_id": "${thread_id}"}, "body": "your answer"}`;
  return `curl -s ${env().BASE_URL}${addInsight.path} \\\n  -H "Authorization: Bearer $${TOKEN_VARIABLE}" \\\n  --json '${body}'`;
}
