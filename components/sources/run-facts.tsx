import type { Source } from "@/lib/contract/public/sources";
import { runInWords, sourceInWords } from "@/lib/contract/source-in-words";

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
