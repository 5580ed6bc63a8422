import { buttonClass, fieldClass } from "@/components/ui/button";

export type Filters = {
  q?: string | undefined;
  technology?: string | undefined;
  version?: string | undefined;
  reviewed?: string | undefined;
  sort?: string | undefined;
};

/** Narrows the directory. Part of the search form, so one button sends both. */
export function SkillFilters({ filters }: { filters: Filters }) {
  return (
    <div className="mt-4 grid grid-cols-1 items-end gap-3 min-[420px]:grid-cols-2 md:grid-cols-[1fr_1fr_10rem_11rem_auto]">
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Technology</span>
        <input
          name="technology"
          defaultValue={filters.technology}
          maxLength={120}
          placeholder="next.js"
          className={fieldClass}
        />
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Your version of it</span>
        <input
          name="version"
          defaultValue={filters.version}
          maxLength={200}
          placeholder="16.4.6"
          className={fieldClass}
        />
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Review</span>
        <select name="reviewed" defaultValue={filters.reviewed ?? ""} className={fieldClass}>
          <option value="">Any</option>
          <option value="true">Reviewed</option>
          <option value="false">Not reviewed</option>
        </select>
      </label>
      <label className="text-base">
        <span className="mb-1 block text-ink-soft text-sm">Order</span>
        <select name="sort" defaultValue={filters.sort ?? ""} className={fieldClass}>
          <option value="">{filters.q ? "Best match" : "Newest change"}</option>
          {filters.q && <option value="updated">Newest change</option>}
          <option value="outcomes">Best outcomes</option>
          <option value="title">Title</option>
        </select>
      </label>
      <button type="submit" className={buttonClass("quiet")}>
        Apply
      </button>
    </div>
  );
}
