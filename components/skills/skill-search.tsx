import { Search } from "lucide-react";
import { AddressForm } from "@/components/ui/address-form";
import { buttonClass, fieldClass } from "@/components/ui/button";

/** The search box of the directory. A plain form: the URL is the whole state of a search. */
export function SkillSearch({ id, query, label }: { id: string; query?: string | undefined; label: string }) {
  return (
    <search>
      <AddressForm action="/skills" id={id}>
        <div className="flex gap-2">
          <div className="relative flex-1">
            <Search
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-5 text-ink-faint"
            />
            <input
              type="search"
              name="q"
              aria-label={label}
              placeholder={label}
              defaultValue={query}
              maxLength={500}
              className={`${fieldClass} h-11 ps-11 text-lg`}
            />
          </div>
          <button type="submit" className={`${buttonClass("primary")} h-11 px-5`}>
            Search
          </button>
        </div>
      </AddressForm>
    </search>
  );
}
