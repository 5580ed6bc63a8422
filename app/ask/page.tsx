import type { Metadata } from "next";
import { cookies } from "next/headers";
import { questionFrom } from "@/app/cookies";
import { refusedFrom } from "@/app/forms";
import { type Loaded, load, parameter, type Query } from "@/app/load";
import { noticeOf, wrongFields } from "@/app/notice";
import { pageMetadata } from "@/app/page-metadata";
import { Frame } from "@/components/site/frame";
import {
  type Answered,
  AskForm,
  AskPreview,
  PublishQuestion,
  type QuestionValues,
} from "@/components/threads/ask-form";
import { NoticeBox } from "@/components/ui/notice-box";
import { search as contract } from "@/lib/contract/public/search";
import { withReviewedTechnology } from "@/lib/domain/skills/version-cards";
import { searchAndAsk } from "@/lib/domain/threads/search-and-ask";
import { listTechnologyNames } from "@/lib/search/asked/known-technologies";
import { setPageStatus, spendSearch } from "@/lib/server/pages/page-exchange";

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }): Promise<Metadata> {
  return pageMetadata("/ask", { index: !parameter((await searchParams).q) });
}

export default async function AskPage({ searchParams }: { searchParams: Promise<Query> }) {
  const given = await searchParams;
  const jar = await cookies();
  // An address with a question is one that somebody shared; what is typed here stays out of addresses.
  const fields = parameter(given.q)
    ? {
        q: parameter(given.q)?.replaceAll("\r\n", "\n"),
        technology: parameter(given.technology),
        version: parameter(given.version),
      }
    : (questionFrom(jar) ?? {
        q: undefined,
        technology: parameter(given.technology),
        version: parameter(given.version),
      });
  const [looked, technologies] = await Promise.all([
    fields.q ? look({ ...fields, q: fields.q }) : null,
    load(listTechnologyNames),
  ]);
  if (looked?.problem) setPageStatus(looked.problem.status, looked.problem.options.retryAfterSeconds);
  const refused = looked?.problem ? noticeOf(looked.problem) : refusedFrom(jar);
  return (
    <Frame section="ask" search={false}>
      <div className="page-grid items-start">
        <div>
          <h1 className="text-2xl">Ask a question</h1>
          <p className="mt-2 text-ink-soft">
            First you see existing answers. Nothing is published until you press &ldquo;Publish the question&rdquo;:
            then anyone can read it and answer. Leave out names, addresses and secrets.
          </p>
          {refused && Object.keys(refused.fields).length === 0 && (
            <div className="mt-6">
              <NoticeBox told={refused} />
            </div>
          )}
          <div className="mt-4">
            <AskForm fields={fields} refused={refused} technologies={technologies.value ?? []} />
          </div>
          {looked?.value && <AskPreview answer={looked.value} fields={fields} />}
        </div>
        {looked?.value && <PublishQuestion answer={looked.value} fields={fields} />}
      </div>
    </Frame>
  );
}

/** Searches the library without publishing anything. */
async function look(fields: QuestionValues): Promise<Loaded<Answered>> {
  const input = contract.input.safeParse({ ...fields, preview: true });
  if (!input.success) return { problem: wrongFields(input.error.issues), value: null };
  return load(async (ctx) => {
    spendSearch();
    const { data } = (await searchAndAsk(ctx, input.data)).answer;
    return { ...data, results: data.results.map(withReviewedTechnology) };
  });
}
