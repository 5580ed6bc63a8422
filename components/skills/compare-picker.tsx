import { ArrowRight } from "lucide-react";
import type { VersionInList } from "@/components/skills/version-states";
import { AddressForm } from "@/components/ui/address-form";
import { buttonClass, fieldClass } from "@/components/ui/button";
import { day } from "@/components/ui/relative-time";

/** Selects two versions to compare. A plain form; the older version always comes first. */
export function ComparePicker({
  path,
  versions,
  pair,
  view,
}: {
  path: string;
  versions: VersionInList[];
  pair: { from: string; to: string };
  view: "split" | "unified";
}) {
  return (
    <AddressForm
      action={path}
      className="no-print grid max-w-4xl grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)_auto]"
    >
      <VersionSelect name="from" label="From" versions={versions} chosen={pair.from} />
      <ArrowRight aria-hidden="true" className="mb-2.5 hidden size-5 text-ink-faint sm:block rtl:rotate-180" />
      <VersionSelect name="to" label="To" versions={versions} chosen={pair.to} />
      {view === "unified" && <input type="hidden" name="view" value="unified" />}
      <button type="submit" className={buttonClass("quiet")}>
        Compare
      </button>
    </AddressForm>
  );
}

function VersionSelect({
  name,
  label,
  versions,
  chosen,
}: {
  name: string;
  label: string;
  versions: VersionInList[];
  chosen: string;
}) {
  return (
    <label className="text-base">
      <span className="mb-1 block text-ink-soft text-sm">{label}</span>
      <select name={name} defaultValue={chosen} className={fieldClass}>
        {versions.map((version) => (
          <option key={version.version_id} value={version.version_id}>
            {`Version ${version.ordinal}, ${version.standing}, ${day(version.created_at)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
