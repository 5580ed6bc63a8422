import { buttonClass, fieldClass } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";

export type Filters = {
  q?: string | undefined;
  technology?: string | undefined;
  version?: string | undefined;
  reviewed?: string | undefined;
  reported?: string | undefined;
  sort?: string | undefined;
};

/**
 * Filters of the directory. Part of the search form, so one button sends everything; the facets beside the list are
 * links.
 */
export function SkillFilters({ filters, technologies }: { filters: Filters; technologies: string[] }) {
  const isAlone = Boolean(filters.version && !filters.technology);
  return (
    <div className="mt-4 grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_12rem_auto]">
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Technology</span>
        <input
          name="technology"
          defaultValue={filters.technology}
          maxLength={120}
          placeholder="next.js"
          list="technologies"
          className={fieldClass}
        />
        <datalist id="technologies">
          {technologies.map((technology) => (
            <option key={technology} value={technology} />
          ))}
        </datalist>
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Your version of it</span>
        <input
          name="version"
          defaultValue={filters.version}
          maxLength={200}
          placeholder="16.4.6"
          aria-invalid={isAlone || undefined}
          aria-describedby={isAlone ? "version-alone" : undefined}
          className={fieldClass}
        />
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Order</span>
        <select name="sort" defaultValue={filters.sort ?? ""} className={fieldClass}>
          <option value="">{filters.q ? "Best match" : "Newest"}</option>
          {filters.q && <option value="updated">Newest</option>}
          <option value="outcomes">Outcomes</option>
          <option value="title">Title</option>
        </select>
      </label>
      {filters.reviewed && <input type="hidden" name="reviewed" value={filters.reviewed} />}
      {filters.reported && <input type="hidden" name="reported" value={filters.reported} />}
      <button type="submit" className={buttonClass("quiet")}>
        Apply
      </button>
      {isAlone && (
        <div className="col-span-full">
          <FieldError id="version-alone">Name a technology too: a version alone narrows nothing.</FieldError>
        </div>
      )}
    </div>
  );
}
