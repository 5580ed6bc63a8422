import type { ReactNode } from "react";
import { CopyBox } from "@/components/ui/copy-box";

export type CopyTab = { name: string; text: string; what: string; note?: ReactNode };

/**
 * Texts to copy, one at a time, chosen by name. The choice is a group of radio buttons, so it works without JavaScript
 * and by keyboard; app/copy-tabs.css shows the text of the checked one.
 */
export function CopyTabs({ label, id, tabs }: { label: string; id: string; tabs: CopyTab[] }) {
  return (
    <fieldset className="copy-tabs min-w-0 text-base">
      <legend className="sr-only">{label}</legend>
      {tabs.map(({ name, text, what, note }, place) => (
        <div key={name} className="contents">
          <input type="radio" name={id} id={`${id}-${place}`} defaultChecked={place === 0} className="sr-only" />
          <label htmlFor={`${id}-${place}`}>{name}</label>
          <div className="copy-tab">
            <CopyBox text={text} what={what} />
            {note && <div className="mt-2 text-ink-soft text-sm">{note}</div>}
          </div>
        </div>
      ))}
    </fieldset>
  );
}
