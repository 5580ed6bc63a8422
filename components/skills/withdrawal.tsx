import { pathOf } from "@/components/address";
import { AuthorName } from "@/components/author-name";
import type { VersionInList } from "@/components/skills/version-states";
import { buttonClass } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Decided, deciderOf } from "@/lib/contract/author-in-words";

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
  decision: (Decided & { created_at: string }) | null;
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
