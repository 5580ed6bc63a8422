import type { Metadata } from "next";
import { load } from "@/app/load";
import { pageMetadata } from "@/app/page-metadata";
import { ProblemState } from "@/app/problem-state";
import { Frame } from "@/components/site/frame";
import { RunFacts } from "@/components/sources/run-facts";
import { SourceId } from "@/lib/contract/primitives";
import { getSource } from "@/lib/domain/sources/list-sources";
import { Problem } from "@/lib/platform/errors";

type Props = { params: Promise<{ source_id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { source_id } = await params;
  const isId = SourceId.safeParse(source_id).success;
  return pageMetadata(`/sources/${isId ? source_id : "unknown"}`);
}

/** One source, and what became of each of its texts in the last run. */
export default async function SourcePage({ params }: Props) {
  const { source_id } = await params;
  const { problem, value } = await load((ctx) => {
    if (!SourceId.safeParse(source_id).success) throw new Problem("not_found", { detail: "There is no such source." });
    return getSource(ctx, { source_id });
  });
  if (problem)
    return (
      <Frame>
        <ProblemState problem={problem} retry={`/sources/${source_id}`} />
      </Frame>
    );
  const { data: source } = value;
  return (
    <Frame>
      <div className="page-column">
        <h1 className="break-words text-3xl sm:text-4xl">
          <bdi>{source.address}</bdi>
        </h1>
        <RunFacts source={source} />
        <h2 className="mt-8 text-2xl">The last run</h2>
        {source.report.length === 0 && <p className="mt-3">It has no report yet.</p>}
        <ul className="mt-3 divide-y divide-line">
          {source.report.map(({ path, result, reason, skill_id, version_id }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a path may stand in several lines, and they never move
            <li key={`${path} ${i}`} className="break-words py-2">
              <span className="text-ink-soft text-sm">{result}</span>{" "}
              {skill_id && version_id ? (
                <a className="link" href={`/skills/${skill_id}/versions/${version_id}`}>
                  <bdi>{path}</bdi>
                </a>
              ) : (
                <bdi>{path}</bdi>
              )}
              {reason && (
                <>
                  {": "}
                  <bdi>{reason}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Frame>
  );
}
