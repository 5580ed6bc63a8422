import type { Metadata } from "next";
import { pageMetadata, unreadableMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { RenderedMarkdown } from "@/app/rendered-markdown";
import { DocsFrame } from "@/components/docs/docs-frame";
import { type ProblemCode, problemCodes, problems } from "@/lib/contract/problems";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { docsNavigation } from "@/lib/server/formats/docs/guides";
import { renderGuide } from "@/lib/text/markdown/render";

type Params = Promise<{ code: string }>;

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const code = codeFrom((await params).code);
  if (!code) return unreadableMetadata(new Problem("not_found"));
  return pageMetadata(`/problems/${code}`, { title: problems[code][1], description: problems[code][2] });
}

export default async function ProblemCodePage({ params }: { params: Params }) {
  const code = codeFrom((await params).code);
  if (!code) return <ProblemPage section="docs" problem={new Problem("not_found")} />;
  const [status, title, next_step] = problems[code];
  return (
    <DocsFrame groups={docsNavigation()} here="/problems" title={title}>
      <dl className="mt-6 grid max-w-2xl grid-cols-[auto_minmax(0,1fr)] gap-x-5 sm:gap-x-8 gap-y-2 border-line border-y py-4">
        <dt className="label pt-1">Code</dt>
        <dd className="font-mono text-sm sm:text-base">{code}</dd>
        <dt className="label pt-1">HTTP status</dt>
        <dd className="font-mono text-sm sm:text-base">{status}</dd>
      </dl>
      <h2 className="mt-8 text-xl">What to do next</h2>
      <div className="mt-2 max-w-2xl">
        <RenderedMarkdown rendered={await renderGuide(next_step)} />
      </div>
      <h2 className="mt-8 mb-3 text-xl">Example response</h2>
      <div className="max-w-2xl">
        <RenderedMarkdown rendered={await renderGuide(example(code))} />
      </div>
    </DocsFrame>
  );
}

function codeFrom(code: string): ProblemCode | undefined {
  return problemCodes.find((known) => known === code);
}

function example(code: ProblemCode): string {
  const [status, title, next_step] = problems[code];
  const body = {
    type: `${env().BASE_URL}/problems/${code}`,
    title,
    status,
    code,
    detail: "What exactly is wrong with this request.",
    request_id: "req_AZqT3v0kQ7yB1cD2eF3gHA",
    next_step,
  };
  return `~~~json\n${JSON.stringify(body, null, 2)}\n~~~`;
}
