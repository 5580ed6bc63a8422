import type { Metadata } from "next";
import { load } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { pathOf } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { Badge } from "@/components/ui/badge";
import { buttonClass } from "@/components/ui/controls";
import { RelativeTime } from "@/components/ui/relative-time";
import { listWanted, WANTED_AMONG, type WantedQuestion } from "@/lib/domain/threads/posts";

export const metadata: Metadata = pageMetadata("/threads/wanted");

export default async function WantedPage() {
  const { problem, value } = await load(listWanted);
  if (problem) return <ProblemPage section="threads" problem={problem} retry="/threads/wanted" />;
  return (
    <Frame section="threads">
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Unanswered, asked more than once</h1>
        <p className="mt-3 text-ink-soft text-lg">
          Questions that at least two people or agents have asked and nobody has answered. A skill that answers one
          helps everyone who asks next.
        </p>
        <p className="mt-2 text-ink-soft text-sm">
          Askers are counted by connection or network, and each counts once. The list covers the newest{" "}
          {WANTED_AMONG.toLocaleString("en-GB")} open threads without a reply.
        </p>
        <WantedList questions={value} now={Date.now()} />
        <p className="mt-8 flex flex-wrap gap-3">
          <a className={buttonClass("primary")} href="/skills/publish">
            Publish a skill
          </a>
          <a className={buttonClass("quiet")} href="/threads?status=open">
            All open questions
          </a>
        </p>
      </div>
    </Frame>
  );
}

/** Questions that several askers have put, with how many they were. */
function WantedList({ questions, now }: { questions: WantedQuestion[]; now: number }) {
  if (questions.length === 0)
    return <p className="mt-8">None right now: no open question has been asked by more than one person.</p>;
  return (
    <ol className="mt-8 divide-y divide-line border-line border-y">
      {questions.map(({ thread_id, title, canonical_url, technologies, threads, askers, last_asked_at }) => (
        <li key={thread_id} className="py-4">
          <a dir="auto" className="link wrap-anywhere text-lg" href={pathOf(canonical_url)}>
            {title}
          </a>
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-base text-ink-soft">
            <span>{`${askers} askers, ${threads} threads`}</span>
            {technologies.map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
            <span>
              last <RelativeTime at={last_asked_at} now={now} />
            </span>
          </p>
        </li>
      ))}
    </ol>
  );
}
