import { APPLICABILITY_ROWS, type ApplicabilityFields } from "@/components/publish/publish-fields";
import { FieldError, fieldClass } from "@/components/ui/controls";
import { TechnologyNames, technologyNamesId } from "@/components/ui/text-field";
import { CONSTRAINT_CHARACTERS_MAX, TECHNOLOGY_CHARACTERS_MAX } from "@/lib/contract/primitives";

type ApplicabilityRowsProps = { rows: ApplicabilityFields[]; wrong: Record<string, string>; technologies: string[] };

const SHOWN = 2;
const SCHEMES = [
  ["semver", "a range"],
  ["exact", "one version"],
  ["unknown", "other text"],
] as const;

/** The technologies and versions that a skill holds for. Names are completed from those that the library knows. */
export function ApplicabilityRows({ rows, wrong, technologies }: ApplicabilityRowsProps) {
  const all = Array.from({ length: APPLICABILITY_ROWS }, (_, row) => row);
  const isUsed = (row: number) => Boolean(rows[row]?.technology || rows[row]?.constraint);
  return (
    <fieldset>
      <legend className="font-semibold text-base">Versions it applies to</legend>
      <p className="text-ink-soft text-sm">
        Search needs them to match readers to versions. A range such as &gt;=16 &lt;17 works best.
      </p>
      <TechnologyNames names={technologies} />
      <div className="mt-2 space-y-4">
        {all.slice(0, SHOWN).map((row) => (
          <Row key={row} row={row} entry={rows[row]} wrong={wrong} />
        ))}
      </div>
      <details className="mt-3" open={all.slice(SHOWN).some(isUsed)}>
        <summary className="min-h-6 text-base">More technologies</summary>
        <div className="mt-2 space-y-4">
          {all.slice(SHOWN).map((row) => (
            <Row key={row} row={row} entry={rows[row]} wrong={wrong} />
          ))}
        </div>
      </details>
    </fieldset>
  );
}

function Row({
  row,
  entry,
  wrong,
}: {
  row: number;
  entry: ApplicabilityFields | undefined;
  wrong: ApplicabilityRowsProps["wrong"];
}) {
  const place = row + 1;
  const errors = (["technology", "constraint", "scheme"] as const).flatMap((part) => {
    const name = `${part}_${row}`;
    return wrong[name] ? [{ name, text: wrong[name] }] : [];
  });
  const state = (name: string) => ({
    name,
    "aria-invalid": wrong[name] !== undefined || undefined,
    "aria-describedby": wrong[name] ? `${name}-refused` : undefined,
  });
  return (
    <div>
      <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_9rem]">
        <label>
          <Caption>Technology</Caption>
          <input
            {...state(`technology_${row}`)}
            aria-label={`Technology ${place}`}
            list={technologyNamesId}
            autoComplete="off"
            maxLength={TECHNOLOGY_CHARACTERS_MAX}
            defaultValue={entry?.technology}
            placeholder={row === 0 ? "postgresql" : undefined}
            className={fieldClass}
          />
        </label>
        <label>
          <Caption>Versions</Caption>
          <input
            {...state(`constraint_${row}`)}
            aria-label={`Versions of technology ${place}`}
            autoComplete="off"
            maxLength={CONSTRAINT_CHARACTERS_MAX}
            defaultValue={entry?.constraint}
            placeholder={row === 0 ? ">=16 <19" : undefined}
            className={`${fieldClass} font-mono text-sm`}
          />
        </label>
        <label>
          <Caption>Written as</Caption>
          <select
            {...state(`scheme_${row}`)}
            aria-label={`Written as, technology ${place}`}
            defaultValue={entry?.version_scheme ?? "semver"}
            className={fieldClass}
          >
            {SCHEMES.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      </div>
      {errors.map(({ name, text }) => (
        <FieldError key={name} id={`${name}-refused`}>
          {text}
        </FieldError>
      ))}
    </div>
  );
}

function Caption({ children }: { children: string }) {
  return <span className="mb-0.5 block text-ink-soft text-sm">{children}</span>;
}
