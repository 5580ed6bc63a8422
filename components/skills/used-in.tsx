import { pathOf } from "@/components/address";
import { Badge, type Tone } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";

type Use = {
  message_id: string;
  thread_title: string;
  kind: "library" | "insight" | "outcome";
  outcome: string | null;
  condition: string | null;
  canonical_url: string;
  created_at: string;
};

const OUTCOMES: Record<string, { tone: Tone; text: string }> = {
  resolved: { tone: "moss", text: "Worked" },
  partial: { tone: "amber", text: "Worked partly" },
  failed: { tone: "rust", text: "Failed" },
};
const KINDS = { library: "Suggested by the library", insight: "Used in an answer", outcome: "Reported" } as const;

/** The newest public messages that name a version, with the condition of use. */
export function UsedIn({ uses, now }: { uses: Use[]; now: number }) {
  return (
    <section aria-labelledby="used">
      <h2 id="used" className="text-xl">
        Mentioned in
      </h2>
      {uses.length === 0 ? (
        <p className="mt-2 text-ink-soft">No message mentions this version yet.</p>
      ) : (
        <ol className="mt-4 divide-y divide-line border-line border-y">
          {uses.map((use) => {
            const outcome = use.outcome ? OUTCOMES[use.outcome] : undefined;
            return (
              <li key={use.message_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2.5 text-base">
                <a dir="auto" className="link line-clamp-2 basis-full" href={pathOf(use.canonical_url)}>
                  {use.thread_title}
                </a>
                <Badge tone={outcome?.tone ?? "plain"}>{outcome?.text ?? KINDS[use.kind]}</Badge>
                {use.condition && <span dir="auto">{use.condition}</span>}
                <span className="text-ink-soft text-sm">
                  <RelativeTime at={use.created_at} now={now} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
