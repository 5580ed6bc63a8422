import { pathOf } from "@/components/path-of";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";

type Question = {
  thread_id: string;
  title: string;
  canonical_url: string;
  technologies: string[];
  threads: number;
  askers: number;
  last_asked_at: string;
};

/** Questions that several askers have put, with how many they were. */
export function WantedList({ questions, now }: { questions: Question[]; now: number }) {
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
