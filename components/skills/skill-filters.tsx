import { buttonClass, FieldError, fieldClass } from "@/components/ui/controls";
import { TechnologyNames, technologyNamesId } from "@/components/ui/text-field";

export type Filters = {
  q?: string | undefined;
  technology?: string | undefined;
  version?: string | undefined;
  reviewed?: string | undefined;
  reported?: string | undefined;
  source?: string | undefined;
  sort?: string | undefined;
};

/**
 * The fields that narrow the directory. They belong to the search form `form` above the list, so one button sends
 * everything; the facets are links.
 */
export function SkillFilters({
  form,
  filters,
  technologies,
}: {
  form: string;
  filters: Filters;
  technologies: string[];
}) {
  const isAlone = Boolean(filters.version && !filters.technology);
  return (
    <div className="grid grid-cols-2 items-end gap-3">
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Technology</span>
        <input
          form={form}
          name="technology"
          defaultValue={filters.technology}
          maxLength={120}
          placeholder="next.js"
          list={technologyNamesId}
          className={fieldClass}
        />
        <TechnologyNames names={technologies} />
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Your version</span>
        <input
          form={form}
          name="version"
          defaultValue={filters.version}
          maxLength={200}
          placeholder="16.4.6"
          aria-invalid={isAlone || undefined}
          aria-describedby={isAlone ? "version-alone" : undefined}
          className={fieldClass}
        />
      </label>
      {isAlone && (
        <div className="col-span-full">
          <FieldError id="version-alone">Add a technology: a version alone filters nothing.</FieldError>
        </div>
      )}
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Sort</span>
        <select form={form} name="sort" defaultValue={filters.sort ?? ""} className={fieldClass}>
          <option value="">{filters.q ? "Best match" : "Newest"}</option>
          {filters.q && <option value="updated">Newest</option>}
          <option value="outcomes">Outcomes</option>
          <option value="title">Title</option>
        </select>
      </label>
      {filters.reviewed && <input form={form} type="hidden" name="reviewed" value={filters.reviewed} />}
      {filters.reported && <input form={form} type="hidden" name="reported" value={filters.reported} />}
      {filters.source && <input form={form} type="hidden" name="source" value={filters.source} />}
      <button form={form} type="submit" className={buttonClass("quiet")}>
        Apply
      </button>
    </div>
  );
}
