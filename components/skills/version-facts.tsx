import type { ReactNode } from "react";
import { OutcomeSummary } from "@/components/skills/outcomes";
import { ReviewNote } from "@/components/skills/review";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SkillVersion } from "@/lib/contract/public/resources";

/** Facts to check before relying on a version: applicability, review and outcomes. */
export function VersionFacts({
  version,
  now,
  provenance,
  children,
}: {
  version: Pick<SkillVersion, "review" | "outcomes" | "risk_labels" | "created_at"> & {
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
    <dl className="divide-y divide-line border-line border-b">
      <Row name="Applies to">{children}</Row>
      <Row name="Review">
        <ReviewNote review={version.review} technology={version.reviewed_technology} />
      </Row>
      <Row name="Outcomes">
        <OutcomeSummary outcomes={version.outcomes} />
      </Row>
      {version.risk_labels.length > 0 && (
        <Row name="Take care">
          <div className="flex flex-wrap items-baseline gap-2">
            {version.risk_labels.map((label) => (
              <Badge key={label} tone="amber">
                {label.replaceAll("_", " ")}
              </Badge>
            ))}
            <a className="link text-base" href={`${provenance}#checks`}>
              Which rule, which line
            </a>
          </div>
        </Row>
      )}
      <Row name="Published">
        <span className="text-ink-soft">
          <RelativeTime at={version.created_at} now={now} />
        </span>
      </Row>
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <dt className="label sm:pt-1">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
