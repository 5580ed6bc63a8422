import { RelativeTime } from "@/components/ui/relative-time";
import type { Figures, LibraryFigures } from "@/lib/domain/health/status";

/** How large, how reviewed, how answered and how fresh the library is. Renders only what could be read. */
export function HomeFigures({
  library,
  threads,
  now,
}: {
  library: LibraryFigures | null;
  threads: Figures["windows"][number] | undefined;
  now: number;
}) {
  const share = threads && threads.asked > 0 ? `${Math.round((100 * threads.answered) / threads.asked)}%` : null;
  if (!library && !share) return null;
  return (
    <section aria-label="Figures" className="mt-8 border-line border-y py-3">
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {library && <Figure name="skills" value={library.skills.toLocaleString("en-GB")} />}
        {library && <Figure name="reviewed by Cairn’s maintainers" value={library.reviewed.toLocaleString("en-GB")} />}
        {share && (
          <Figure
            name={`answered, of ${threads?.asked.toLocaleString("en-GB")} questions in ${threads?.days} days`}
            value={share}
          />
        )}
        {library?.updated_at && (
          <Figure name="last change to a skill" value={<RelativeTime at={library.updated_at} now={now} />} />
        )}
      </dl>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd className="font-semibold text-xl leading-snug tabular-nums">{value}</dd>
    </div>
  );
}
