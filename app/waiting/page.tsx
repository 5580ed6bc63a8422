import type { Metadata } from "next";
import { load, parameter, type Query } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemPage } from "@/app/problem-state";
import { pathOf } from "@/components/address";
import { Frame } from "@/components/site/frame";
import { Pager } from "@/components/ui/pager";
import { RelativeTime } from "@/components/ui/relative-time";
import { reasonsInWords } from "@/lib/contract/skill-in-words";
import { listWaiting } from "@/lib/domain/skills/waiting";

type WaitingPageProps = { searchParams: Promise<Query> };

export const metadata: Metadata = pageMetadata("/waiting");

/** Everything that waits, by address: the words of what nobody has looked at are only there. */
export default async function WaitingPage({ searchParams }: WaitingPageProps) {
  const cursor = parameter((await searchParams).cursor);
  const { problem, value } = await load((ctx) => listWaiting(ctx, { cursor }));
  if (problem) return <ProblemPage problem={problem} retry="/waiting" />;
  const now = Date.now();
  return (
    <Frame>
      <div className="page-column">
        <h1 className="text-3xl sm:text-4xl">Waiting</h1>
        <p className="mt-3 text-ink-soft text-lg">
          Versions that a maintainer looks at first. They are found at their own address and in no list until then.
        </p>
        <p className="mt-2 text-ink-soft text-sm">
          A version leaves this page when a maintainer vouches for it or withdraws it. One that waits without a risk
          also leaves it when connections with a record confirm it from three networks on three days. Its author can ask
          for a look: POST /api/v1/skills/SKILL_ID/versions/VERSION_ID/appeal.
        </p>
        {value.data.length === 0 && <p className="mt-6">Nothing waits.</p>}
        <ul className="mt-6 divide-y divide-line">
          {value.data.map(({ version_id, canonical_url, since, reasons, appealed_at }) => (
            <li key={version_id} className="space-y-1 py-4">
              <p>
                <a className="link font-mono text-sm" href={pathOf(canonical_url)}>
                  {version_id}
                </a>{" "}
                since <RelativeTime at={since} now={now} />
                {appealed_at && ", its author asks for a look"}
              </p>
              <ul className="text-base text-ink-soft">
                {reasons.map(({ reason, lines }) => (
                  <li key={reason}>
                    {reasonsInWords([reason])}
                    {lines.length > 0 && ` in line ${lines.join(", ")}`}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
        <Pager
          next={value.next_cursor && `/waiting?cursor=${encodeURIComponent(value.next_cursor)}`}
          first={cursor ? "/waiting" : null}
          what="versions"
        />
      </div>
    </Frame>
  );
}
