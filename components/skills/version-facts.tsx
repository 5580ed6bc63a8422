import type { ReactNode } from "react";
import { OutcomeSummary } from "@/components/skills/outcomes";
import { ReviewNote } from "@/components/skills/review";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { inOneSentence } from "@/lib/contract/freshness-in-words";
import type { SkillVersion } from "@/lib/contract/public/resources";

/** The proof beside a version's text: compatibility, review, outcomes, checks and origin. */
export function VersionFacts({
  version,
  now,
  provenance,
  children,
}: {
  version: Pick<SkillVersion, "review" | "outcomes" | "risk_labels" | "created_at" | "freshness"> & {
    /** The technology whose version a review checked; null where it is ambiguous. */
    reviewed_technology: string | null;
  };
  now: number;
  /** The URL of the view with the rule findings by line. */
  provenance: string;
  /** What it applies to. */
  children: ReactNode;
}) {
  return (
    <dl className="divide-y divide-line text-base">
      <Row name="Check compatibility">{children}</Row>
      <Row name="Review">
        <ReviewNote review={version.review} technology={version.reviewed_technology} />
        {version.freshness && <p className="mt-1 text-ink-soft">{inOneSentence(version.freshness)}.</p>}
      </Row>
      <Row name="Outcomes">
        <OutcomeSummary outcomes={version.outcomes} />
      </Row>
      {version.risk_labels.length > 0 && (
        <Row name="Uses">
          <div className="flex flex-wrap items-baseline gap-2">
            {version.risk_labels.map((label) => (
              <Badge key={label} tone="amber">
                {label.replaceAll("_", " ")}
              </Badge>
            ))}
            <a className="link" href={`${provenance}#checks`}>
              Details
            </a>
          </div>
        </Row>
      )}
      <Row name="Published">
        <p className="text-ink-soft">
          <RelativeTime at={version.created_at} now={now} />.{" "}
          <a className="link" href={provenance}>
            Author, changes and checks
          </a>
        </p>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="py-3 first:pt-0">
      <dt className="mb-1 font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
