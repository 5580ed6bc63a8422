import type { ReactNode } from "react";
import { CopyBox } from "@/components/ui/copy-box";

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
