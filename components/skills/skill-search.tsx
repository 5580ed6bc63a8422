import { Search } from "lucide-react";
import { AddressForm } from "@/components/ui/address-form";
import { buttonClass, fieldClass } from "@/components/ui/button";

/** The large search box. A plain form: the URL is the whole state of a search. */
export function SkillSearch({
  query,
  label,
  autoFocus = false,
  children,
}: {
  query?: string | undefined;
  label: string;
  autoFocus?: boolean;
  children?: React.ReactNode;
}) {
  return (
    <search>
      <AddressForm action="/skills">
        <div className="flex flex-col gap-2 sm:flex-row">
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
              // biome-ignore lint/a11y/noAutofocus: on the home page the search box is the main element.
              autoFocus={autoFocus}
              className={`${fieldClass} h-12 ps-11 text-lg`}
            />
          </div>
          <button type="submit" className={`${buttonClass("primary")} h-12 px-6`}>
            Search
          </button>
        </div>
        {children}
      </AddressForm>
    </search>
  );
}
