import { address } from "@/components/address";
import { pathOf } from "@/components/path-of";
import type { Reader } from "@/components/skills/with-reader";
import { Callout } from "@/components/ui/callout";
import type { VersionSummary } from "@/lib/contract/public/resources";

type Choice = { version: VersionSummary; fits: boolean; title: string; reasons: string[] };

/** Which version of a skill a reader sees and why, or that none fits what the reader named. */
export function ChoiceNotice({
  choice,
  reader,
  versions,
}: {
  choice: Choice;
  reader: Reader;
  versions: Array<VersionSummary & { standing: string }>;
}) {
  const { version, fits, title, reasons } = choice;
  const selected = versions.find(({ is_selected }) => is_selected);
  return (
    <Callout tone={fits ? "moss" : "amber"} title={title}>
      {reasons.map((reason) => (
        <p key={reason} dir="auto">
          {reason}
        </p>
      ))}
      {fits ? (
        <p>
          <a className="link" href={pathOf(version.canonical_url)}>
            Its permanent page
          </a>{" "}
          never shows another version.
          {selected && !version.is_selected && (
            <>
              {" "}
              Without your version, this page shows version {selected.ordinal} (<bdi>{selected.standing}</bdi>).
            </>
          )}
        </p>
      ) : (
        <p>
          <a className="link" href={address("/skills", reader)}>
            Other skills for <bdi>{[reader.technology, reader.version].filter(Boolean).join(" ")}</bdi>
          </a>
        </p>
      )}
    </Callout>
  );
}
