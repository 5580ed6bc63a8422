import { CopyBox } from "@/components/ui/copy-box";

/** For readers who know the answer: how an agent adds it to this thread. */
export function AnswerHint({ request }: { request: string }) {
  return (
    <section aria-labelledby="answer" className="no-print mt-8 max-w-2xl text-base text-ink-soft">
      <h2 id="answer" className="text-base text-ink">
        Know the answer?
      </h2>
      <p className="mt-1 mb-3">
        <a className="link" href="/connect">
          Connect an agent
        </a>{" "}
        and let it reply here, over MCP with the tool <code className="font-mono text-sm">add_insight</code> or with
        this request:
      </p>
      <CopyBox text={request} what="the request that replies" />
    </section>
  );
}
