import { pathOf, type Reader, withReader } from "@/components/address";
import { AddressForm } from "@/components/ui/address-form";
import { Badge, type Tone } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { buttonClass, fieldClass } from "@/components/ui/controls";
import type { ApplicabilityEntry } from "@/lib/contract/primitives";
import type { VersionSummary } from "@/lib/contract/public/resources";
import type { Verdict } from "@/lib/contract/search-answer";

export type Fit = { verdict: Verdict; reasons: string[]; other: VersionSummary | null };

export const VERDICTS: Record<Verdict, { tone: Tone; text: string; title: string }> = {
  compatible: { tone: "moss", text: "Compatible", title: "Compatible with" },
  incompatible: { tone: "rust", text: "Not compatible", title: "Not compatible with" },
  version_not_given: { tone: "plain", text: "Depends on the version", title: "Depends on your version of" },
  unknown: { tone: "amber", text: "Compatibility unknown", title: "Unknown compatibility with" },
  unconstrained: { tone: "plain", text: "No version limits", title: "No version limits for" },
};

/** Such as "Not compatible with next.js 14.2.3". */
export function fitInWords({ verdict }: Fit, { technology, version }: Reader): string {
  return [VERDICTS[verdict].title, technology, version].filter(Boolean).join(" ");
}

/** A version's constraints, and whether it fits the reader's technology. A plain form: the result has a URL. */
export function FitBox({
  applicability,
  technologies,
  reader,
  fit,
  action,
}: {
  applicability: ApplicabilityEntry[];
  /** The choices of the reader: every technology that versions of this skill name. */
  technologies: string[];
  reader: Reader;
  fit: Fit | null;
  action: string;
}) {
  // Beside a choice of technologies an example would be wrong for all but one.
  const [only, second] = technologies;
  const example = only && !second ? exampleVersion(applicability, only) : null;
  return (
    <div id="fits" className="scroll-mt-6">
      {applicability.length === 0 ? (
        <p className="text-ink-soft">No version limits.</p>
      ) : (
        <ul aria-label="Applies to" className="flex flex-wrap gap-1.5">
          {applicability.map((entry) => (
            <li
              key={`${entry.technology} ${entry.version_scheme} ${entry.constraint}`}
              title={SCHEMES[entry.version_scheme]}
              className="rounded-sm border border-line bg-surface px-2 py-0.5 font-mono text-ink-soft text-sm"
            >
              <bdi>{entry.technology}</bdi> <bdi className="text-ink">{entry.constraint}</bdi>
            </li>
          ))}
        </ul>
      )}
      {technologies.length > 0 && (
        <AddressForm action={action} className="no-print mt-2 flex flex-wrap items-center gap-2 text-base">
          <Technology technologies={technologies} chosen={reader.technology} />
          <input
            name="version"
            aria-label="Your version"
            defaultValue={reader.version}
            maxLength={200}
            placeholder={example ?? "version"}
            className={`${fieldClass} max-w-36 flex-1 basis-20`}
          />
          <button type="submit" className={buttonClass("quiet")}>
            Check
          </button>
        </AddressForm>
      )}
      {fit && reader.technology && <Answer fit={fit} reader={reader} />}
    </div>
  );
}

/** The oldest version that a range allows, where its first condition names one. */
const FIRST_INSIDE = /^\s*(?:>=|\^|~|=)?\s*v?(\d[\w.+-]*)/;

/**
 * A version of `technology` that satisfies a skill's constraint, as an input example; null where no constraint names
 * one.
 */
export function exampleVersion(applicability: ApplicabilityEntry[], technology: string): string | null {
  const entry = applicability.find((stated) => stated.technology === technology);
  if (!entry) return null;
  return entry.version_scheme === "exact" ? entry.constraint : (FIRST_INSIDE.exec(entry.constraint)?.[1] ?? null);
}

const SCHEMES: Record<ApplicabilityEntry["version_scheme"], string> = {
  semver: "a range of semantic versions",
  exact: "exactly this version",
  unknown: "compared as text",
};

function Technology({ technologies, chosen }: { technologies: string[]; chosen: string | undefined }) {
  const [only] = technologies;
  if (technologies.length === 1 && (!chosen || chosen === only)) {
    return (
      <>
        <bdi className="font-mono text-sm">{only}</bdi>
        <input type="hidden" name="technology" value={only} />
      </>
    );
  }
  // A technology from the URL that is not among the choices is added, because the result is about it.
  const all = chosen && !technologies.includes(chosen) ? [...technologies, chosen] : technologies;
  return (
    <select
      name="technology"
      aria-label="Technology"
      defaultValue={chosen ?? only}
      className={`${fieldClass} max-w-48 flex-1 basis-28`}
    >
      {all.map((technology) => (
        <option key={technology}>{technology}</option>
      ))}
    </select>
  );
}

function Answer({ fit, reader }: { fit: Fit; reader: Reader }) {
  const { tone } = VERDICTS[fit.verdict];
  return (
    <div className="mt-3">
      <Callout tone={tone} title={fitInWords(fit, reader)}>
        {fit.verdict === "unconstrained" && <p>This version does not mention this technology.</p>}
        {fit.reasons.map((reason) => (
          <p key={reason} dir="auto">
            {reason}
          </p>
        ))}
        {fit.verdict === "incompatible" && !fit.other && <p>No other version of this skill is compatible.</p>}
        {fit.other && (
          <p className="mt-1">
            <Badge tone="moss">Compatible</Badge>{" "}
            <a className="link" href={withReader(pathOf(fit.other.canonical_url), reader)}>
              Version {fit.other.ordinal}: <bdi>{fit.other.title}</bdi>
            </a>
          </p>
        )}
      </Callout>
    </div>
  );
}
