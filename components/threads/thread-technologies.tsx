import type { ThreadTechnology } from "@/lib/contract/asked";

const SHOWN_MAX = 5;

/** The technologies of a question as chips, with the versions that the asker named. */
export function ThreadTechnologies({ technologies }: { technologies: ThreadTechnology[] }) {
  if (technologies.length === 0) return null;
  return (
    <ul aria-label="Technologies" className="flex flex-wrap gap-1.5">
      {technologies.slice(0, SHOWN_MAX).map(({ technology, version, source }) => (
        <li
          key={`${technology} ${version}`}
          className={`wrap-anywhere rounded-sm border px-2 py-0.5 font-mono text-ink-soft text-sm ${source === "inferred" ? "border-line-strong border-dashed" : "border-line bg-surface"}`}
        >
          <bdi>{technology}</bdi>
          {version && (
            <>
              {" "}
              <bdi className="text-ink">{version}</bdi>
            </>
          )}
          {source === "inferred" && <span className="font-sans"> (inferred)</span>}
        </li>
      ))}
    </ul>
  );
}
