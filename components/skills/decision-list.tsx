import { pathOf } from "@/components/address";
import { AuthorName } from "@/components/author-name";
import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Decided, deciderOf } from "@/lib/contract/author-in-words";
import type { VersionSummary } from "@/lib/contract/public/resources";

type Decision = Decided & {
  decision_id: string;
  kind: string;
  reason: string;
  version_id: string | null;
  created_at: string;
};

const KINDS: Record<string, { tone: Tone; text: string }> = {
  selection: { tone: "moss", text: "Selected" },
  review: { tone: "moss", text: "Reviewed" },
  approval: { tone: "moss", text: "Approved" },
  restoration: { tone: "moss", text: "Restored" },
  withdrawal: { tone: "rust", text: "Withdrawn" },
  rejection: { tone: "rust", text: "Rejected" },
};

/** Decisions with author, time and reason, newest first. */
export function DecisionList({
  decisions,
  versions,
  what,
  now,
}: {
  decisions: Decision[];
  versions: VersionSummary[];
  what: "skill" | "version";
  now: number;
}) {
  return (
    <section aria-labelledby="decisions" className="page-column">
      <h2 id="decisions" className="text-xl">
        Decisions
      </h2>
      <p className="mt-1 text-ink-soft">
        Every decision about this {what}, with author, time and reason. All are also in the{" "}
        <a className="link" href="/api/v1/log">
          publish log
        </a>
        , a hash chain that shows any change.
      </p>
      {decisions.length === 0 ? (
        <div className="mt-6">
          <EmptyState title="No decisions yet">Selections, reviews and withdrawals are listed here.</EmptyState>
        </div>
      ) : (
        <ol className="mt-6 divide-y divide-line border-line border-y">
          {decisions.map((decision) => {
            const version = versions.find(({ version_id }) => version_id === decision.version_id);
            const kind = KINDS[decision.kind];
            return (
              <li key={decision.decision_id} id={decision.decision_id} className="py-4">
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base text-ink-soft">
                  <Badge tone={kind?.tone ?? "plain"}>{kind?.text ?? decision.kind}</Badge>
                  {version && (
                    <a className="link" href={pathOf(version.canonical_url)}>
                      Version {version.ordinal}
                    </a>
                  )}
                  <span>
                    by <AuthorName author={deciderOf(decision)} className="font-semibold text-ink" />
                  </span>
                  <RelativeTime at={decision.created_at} now={now} />
                </p>
                <p dir="auto" className="mt-1.5 whitespace-pre-line">
                  {decision.reason}
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}
