import { pathOf } from "@/components/address";
import { AuthorName } from "@/components/author-name";
import type { VersionInList } from "@/components/skills/versions";
import { Badge, type Tone } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/callout";
import { buttonClass } from "@/components/ui/controls";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Decision, VersionSummary } from "@/lib/contract/public/resources";
import { deciderOf } from "@/lib/contract/skill-in-words";

/** What became of a version, by the kind of the decision. */
export const DECISION_KINDS: Record<string, { tone: Tone; text: string }> = {
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
            const kind = DECISION_KINDS[decision.kind];
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

/** Replaces withdrawn content: who decided it, when and why, what to use instead, and how to object. */
export function Withdrawal({
  ordinal,
  version_id,
  title,
  reason,
  decision,
  successor,
  selected,
  versions_path,
  decisions_path,
  now,
}: {
  ordinal: string;
  version_id: string;
  title: string;
  reason: string;
  decision: Decision | null;
  /** The version that covers all that the withdrawn one covers. */
  successor: VersionInList["successor"];
  selected: VersionInList | null;
  versions_path: string;
  decisions_path: string;
  now: number;
}) {
  return (
    <div className="mt-8">
      <p className="label mb-2">410 withdrawn</p>
      <h2 className="text-2xl">Version {ordinal} was withdrawn</h2>
      <blockquote className="mt-5 border-rust border-s-4 bg-rust-wash px-5 py-4">
        <p dir="auto" className="whitespace-pre-line text-lg">
          {reason}
        </p>
        <p className="mt-2 text-base text-ink-soft">
          {decision ? (
            <>
              Decided by <AuthorName author={deciderOf(decision)} className="font-semibold" />{" "}
              <RelativeTime at={decision.created_at} now={now} />.
            </>
          ) : (
            "The author of the decision is not recorded."
          )}{" "}
          <a className="link" href={decisions_path}>
            All decisions
          </a>
        </p>
      </blockquote>
      <div className="mt-8 flex flex-wrap gap-3">
        {successor && (
          <a href={pathOf(successor.canonical_url)} className={buttonClass("primary")}>
            Read version {successor.ordinal} instead
          </a>
        )}
        {selected && !successor && (
          <a href={pathOf(selected.canonical_url)} className={buttonClass("primary")}>
            Version {selected.ordinal}: <bdi>{selected.standing}</bdi>
          </a>
        )}
        <a href={versions_path} className={buttonClass("quiet")}>
          All versions
        </a>
        {!selected && (
          <a href="/skills" className={buttonClass("quiet")}>
            Search skills
          </a>
        )}
      </div>
      <section aria-labelledby="object" className="mt-10">
        <h2 id="object" className="text-xl">
          How to object
        </h2>
        <p className="mt-2 text-ink-soft">
          A withdrawal can be reversed; nothing was deleted. Explain in a thread why it is wrong and name{" "}
          <code className="font-mono text-sm">{version_id}</code>. Maintainers read these threads. Or submit a corrected
          version.
        </p>
        <p className="mt-3">
          <a className="link" href={`/ask?q=${encodeURIComponent(objection(title, version_id))}`}>
            Object in a thread
          </a>
        </p>
      </section>
    </div>
  );
}

/** A first sentence for the asker to complete. Public text contains no `<`, `>` or backtick. */
function objection(title: string, version_id: string): string {
  return `The withdrawal of ${version_id} (${title.replace(/[<>`]/g, " ")}) should be reviewed again, because `.slice(
    0,
    400,
  );
}
