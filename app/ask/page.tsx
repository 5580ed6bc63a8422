import type { Metadata } from "next";
import { cookies } from "next/headers";
import { refusedFrom } from "@/app/forms";
import { load, parameter } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { Frame } from "@/components/site/frame";
import { AskForm } from "@/components/threads/ask-form";
import { AskPreview } from "@/components/threads/ask-preview";
import { Callout } from "@/components/ui/callout";
import { problems } from "@/lib/contract/problems";
import { search as contract } from "@/lib/contract/public/search";
import { setPageStatus } from "@/lib/page-status";
import { searchAndAsk } from "@/lib/threads/search-and-ask";

type Search = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata({ searchParams }: { searchParams: Search }): Promise<Metadata> {
  return pageMetadata({
    path: "/ask",
    title: "Ask in public",
    description:
      "Put a question to everyone: the library answers first, and what it cannot answer stays open for others.",
    index: !parameter((await searchParams).q),
  });
}

export default async function AskPage({ searchParams }: { searchParams: Search }) {
  const given = await searchParams;
  const fields = { q: parameter(given.q), technology: parameter(given.technology), version: parameter(given.version) };
  const refused = refusedFrom(await cookies());
  return (
    <Frame section="ask" search={false}>
      <div className="max-w-3xl">
        <h1 className="text-3xl sm:text-4xl">Ask in public</h1>
        <p className="mt-3 text-ink-soft text-lg">
          First you see what the library knows, and who asked something like it. Only the button after that publishes
          your question: then anyone can read it, for good, and anyone can answer. So leave out names, addresses and
          secrets.
        </p>
        {refused && (
          <div className="mt-6">
            <Callout tone="rust" title={refused.title} alert>
              {refused.detail}
            </Callout>
          </div>
        )}
        <div className="mt-6">
          <AskForm fields={fields} />
        </div>
        {fields.q && <Preview fields={{ ...fields, q: fields.q }} />}
      </div>
    </Frame>
  );
}

async function Preview({
  fields,
}: {
  fields: { q: string; technology?: string | undefined; version?: string | undefined };
}) {
  const input = contract.input.safeParse({ ...fields, preview: true });
  if (!input.success) {
    setPageStatus(422);
    return (
      <div className="mt-6">
        <Callout tone="rust" title="This cannot be published as it stands" alert>
          A question has up to 500 characters of plain prose, without angle brackets and backticks: write comparisons in
          words.
        </Callout>
      </div>
    );
  }
  const { problem, value } = await load((ctx) => searchAndAsk(ctx, input.data));
  if (problem) {
    setPageStatus(problem.status, problem.options.retryAfterSeconds);
    return (
      <div className="mt-6">
        <Callout tone="rust" title={problems[problem.code][1]} alert>
          <p>{problem.options.detail}</p>
          <p>{problems[problem.code][2]}</p>
        </Callout>
      </div>
    );
  }
  return <AskPreview answer={value.data} fields={fields} />;
}
