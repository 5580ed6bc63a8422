import type { Metadata } from "next";
import { GuidePage } from "@/app/docs/guide-page";
import { type Loaded, load, parameter, type Query } from "@/app/load";
import { noticeOf, wrongFields } from "@/app/notice";
import { pageMetadata } from "@/app/page-metadata";
import { address } from "@/components/address";
import { DocsFrame } from "@/components/docs/docs-frame";
import { Explanation } from "@/components/docs/explanation";
import { buttonClass } from "@/components/ui/controls";
import { NoticeBox } from "@/components/ui/notice-box";
import { TextField } from "@/components/ui/text-field";
import { EXAMPLE, Explained, explainAnswer } from "@/lib/domain/knowledge/search-knowledge";
import { explanationInWords } from "@/lib/search/explain/explanation-in-words";
import { docsNavigation } from "@/lib/server/formats/docs/guides";
import { setPageStatus, spendSearch } from "@/lib/server/pages/page-exchange";

type Blocks = ReturnType<typeof explanationInWords>;

export async function generateMetadata({ searchParams }: { searchParams: Promise<Query> }): Promise<Metadata> {
  const { q, skill } = await readAddress(searchParams);
  return pageMetadata("/docs/ranking", q ? { title: titleOf(skill), index: false } : {});
}

/** How search ranks, with an example; or the explanation of one search and one of its results. */
export default async function RankingPage({ searchParams }: { searchParams: Promise<Query> }) {
  const fields = await readAddress(searchParams);
  if (!fields.q) return <Rules />;
  const { problem, value: blocks } = await explain(fields);
  if (problem) setPageStatus(problem.status, problem.options.retryAfterSeconds);
  const told = problem && noticeOf(problem);
  const { q, technology, version } = fields;
  return (
    <DocsFrame
      groups={docsNavigation()}
      here="/docs/ranking"
      headings={blocks?.flatMap((block) => (block.kind === "heading" ? [block] : [])) ?? []}
      title={titleOf(fields.skill)}
      lead={
        blocks && (
          <>
            <span dir="auto" className="wrap-anywhere">
              “{q}”
            </span>
            {technology && <bdi className="wrap-anywhere"> · {[technology, version].filter(Boolean).join(" ")}</bdi>}
          </>
        )
      }
    >
      {told && (
        <div className="mb-6">
          <NoticeBox told={told} />
        </div>
      )}
      {blocks && <Explanation blocks={blocks} />}
      <div className="mt-12 space-y-6">
        <p className="text-base">
          <a className="link" href="/docs/ranking">
            How search ranks
          </a>{" "}
          explains every rule.{" "}
          {blocks && (
            <>
              The same question:{" "}
              <a className="link" href={address("/ask", { q, technology, version })}>
                its answer
              </a>
              .
            </>
          )}
        </p>
        <ExplainForm fields={fields} wrong={told?.fields ?? {}} />
      </div>
    </DocsFrame>
  );
}

async function Rules() {
  const { value: blocks } = await load(async (ctx) => explanationInWords(await explainAnswer(ctx, EXAMPLE)));
  const content = blocks ? (
    <>
      <p className="mb-3 text-ink-soft">The search is “{EXAMPLE.q}”, answered just now.</p>
      <Explanation blocks={blocks} level={3} />
    </>
  ) : (
    <p>The example cannot be computed right now.</p>
  );
  return (
    <GuidePage
      path="/docs/ranking"
      before={
        <div className="mb-10">
          <ExplainForm fields={{}} wrong={{}} />
        </div>
      }
      last={{ id: "example", text: "An example, number by number", content }}
    />
  );
}

/** Asks for the explanation of a search. It only searches: nothing is published or stored. */
function ExplainForm({ fields, wrong }: { fields: Fields; wrong: Readonly<Record<string, string>> }) {
  return (
    <form action="/docs/ranking" className="max-w-2xl space-y-3">
      <TextField name="q" label="Explain a search" defaultValue={fields.q} maxLength={500} required wrong={wrong.q} />
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
        <TextField
          name="technology"
          label="Technology (optional)"
          isOptional
          defaultValue={fields.technology}
          maxLength={120}
          wrong={wrong.technology}
        />
        <TextField
          name="version"
          label="Your version (optional)"
          isOptional
          defaultValue={fields.version}
          maxLength={200}
          wrong={wrong.version}
        />
        <button type="submit" className={buttonClass("quiet")}>
          Explain
        </button>
      </div>
      <p className="text-base text-ink-soft">
        Nothing is published or stored. The address holds the words: leave out names and secrets.
      </p>
    </form>
  );
}

function titleOf(skill: string | undefined): string {
  return skill ? "Why this result" : "Why these results";
}

type Fields = { [Name in keyof Explained]?: string | undefined };

async function readAddress(searchParams: Promise<Query>): Promise<Fields> {
  const given = await searchParams;
  return Object.fromEntries(Object.keys(Explained.shape).map((name) => [name, parameter(given[name])]));
}

/** Searches without publishing anything. */
async function explain(fields: Fields): Promise<Loaded<Blocks>> {
  const explained = Explained.safeParse(fields);
  if (!explained.success) return { problem: wrongFields(explained.error.issues), value: null };
  return load(async (ctx) => {
    spendSearch();
    return explanationInWords(await explainAnswer(ctx, explained.data));
  });
}
