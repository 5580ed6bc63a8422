import type { ReactNode } from "react";
import type { Reader } from "@/components/address";
import { appliesTo } from "@/components/skills/applicability";
import { type Fit, fitInWords } from "@/components/skills/fit-box";
import { outcomesInWords } from "@/components/skills/outcomes";
import { ReviewMark } from "@/components/skills/review";
import type { VersionData } from "@/components/skills/skill-view";
import { RelativeTime } from "@/components/ui/relative-time";

/** What to know before reading, in one line: fit, review, outcomes, age and licence. */
export function SkillSummary({
  version,
  reader,
  fit,
  license,
  now,
}: {
  version: VersionData;
  reader: Reader;
  fit: Fit | null;
  license: string | null;
  now: number;
}) {
  const { applicability, review, reviewed_technology, outcomes, created_at } = version;
  return (
    <ul aria-label="Summary" className="mt-3 flex flex-wrap items-center gap-x-3.5 gap-y-0.5 text-ink-soft text-sm">
      <Fact>{fit && reader.technology ? fitInWords(fit, reader) : <bdi>{appliesTo(applicability)}</bdi>}</Fact>
      <Fact>
        <ReviewMark review={review} technology={reviewed_technology} />
      </Fact>
      <Fact>{outcomesInWords(outcomes) || "No outcomes yet"}</Fact>
      <Fact>
        Updated <RelativeTime at={created_at} now={now} />
      </Fact>
      <Fact>
        {license ? (
          <>
            Licence <bdi>{license}</bdi>
          </>
        ) : (
          "No licence stated"
        )}
      </Fact>
    </ul>
  );
}

function Fact({ children }: { children: ReactNode }) {
  return <li className="min-w-0">{children}</li>;
}
