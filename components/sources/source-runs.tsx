import { REPORT_LINES_MAX, REPORT_PARTS, runInWords, sourceInWords } from "@/lib/contract/library-in-words";
import type { Source, SourceWithReport } from "@/lib/contract/public/sources";

/** What is known of a source: what it follows, how many of its skills are listed, and how its last run ended. */
export function RunFacts({ source }: { source: Source }) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 break-words text-ink-soft text-sm">
      {[...sourceInWords(source), runInWords(source)].map((fact) => (
        <span key={fact} className="min-w-0">
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

type Lines = SourceWithReport["report"];

/** What became of each text of a source in its last run, what was refused first. */
export function Report({ report }: { report: Lines }) {
  return REPORT_PARTS.map(({ title, isIn, folded }) => {
    const lines = report.filter(isIn);
    if (lines.length === 0) return null;
    const list = <ReportLines lines={lines} />;
    return (
      <section key={title} className="mt-5">
        {folded ? (
          <details>
            <summary className="w-fit font-semibold text-lg">
              {title} <span className="tabular-nums">({lines.length})</span>
            </summary>
            {list}
          </details>
        ) : (
          <>
            <h3 className="text-lg">
              {title} <span className="tabular-nums">({lines.length})</span>
            </h3>
            {list}
          </>
        )}
      </section>
    );
  });
}

function ReportLines({ lines }: { lines: Lines }) {
  return (
    <ul className="mt-1 divide-y divide-line">
      {lines.slice(0, REPORT_LINES_MAX).map(({ path, result, reason, skill_id, version_id }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a path may stand in several lines, and they never move
        <li key={`${path} ${i}`} className="break-words py-2">
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
          {(result === "new" || result === "new version") && <span className="text-ink-soft text-sm"> {result}</span>}
        </li>
      ))}
      {lines.length > REPORT_LINES_MAX && (
        <li className="py-2 text-ink-soft">
          and {lines.length - REPORT_LINES_MAX} more, which the JSON of this page has
        </li>
      )}
    </ul>
  );
}
