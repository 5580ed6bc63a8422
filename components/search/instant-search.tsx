"use client";

import { Search } from "lucide-react";
import {
  type ComponentType,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { AddressForm } from "@/components/ui/address-form";
import { buttonClass, fieldClass } from "@/components/ui/controls";

/** InstantSearchProps that the search box passes to its list of suggestions. */
export type PanelProps = {
  id: string;
  text: string;
  large: boolean;
  active: string | undefined;
  onActive: (option: string | undefined) => void;
  /** The list handles the box's keys while it is open; true when it used the key. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
  onClose: () => void;
};

type InstantSearchProps = {
  label: string;
  large?: boolean;
  initial?: string | undefined;
  /** The id of the form, for fields elsewhere on the page that belong to it. */
  form?: string;
};

/**
 * The search box with suggestions. A plain form without JavaScript; the list's code loads on focus or typing, so that
 * no page pays for it before.
 */
export function InstantSearch({ label, large = false, initial = "", form }: InstantSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const keys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const [text, setText] = useState(initial);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const [Panel, setPanel] = useState<ComponentType<PanelProps>>();
  const [isMissing, setMissing] = useState(false);
  const shown = Panel !== undefined && open && text.trim() !== "";

  const wake = useCallback(() => {
    import("@/components/search/search-panel").then(
      ({ SearchPanel }) => setPanel(() => SearchPanel),
      // Without its list the box still works as a form.
      () => setMissing(true),
    );
  }, []);

  useEffect(() => {
    // The text and caret from before this code had loaded.
    const box = input.current;
    if (!box) return;
    setText(box.value);
    if (document.activeElement === box) {
      // A box that is focused before this code has loaded loads nothing before the first key either.
      if (box.value !== "") wake();
      setOpen(true);
    }
  }, [wake]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    if (shown && keys.current?.(event)) event.preventDefault();
    else if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) setOpen(true);
  }

  return (
    <search
      className={large ? "relative block" : "relative w-full lg:ms-auto lg:w-auto"}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <AddressForm action="/skills" id={form} className={large ? "flex gap-2" : "flex items-center"}>
        <div className="relative flex-1">
          <Search
            aria-hidden="true"
            className={`pointer-events-none absolute inset-y-0 my-auto text-ink-faint ${large ? "start-3.5 size-5" : "start-3 size-4"}`}
          />
          <input
            ref={input}
            type="search"
            name="q"
            {...(Panel ? { role: "combobox", "aria-autocomplete": "list", "aria-expanded": shown } : {})}
            aria-label={label}
            aria-controls={shown ? id : undefined}
            aria-activedescendant={shown ? active : undefined}
            autoComplete="off"
            placeholder={label}
            defaultValue={initial}
            required={!large}
            maxLength={500}
            onFocus={() => {
              wake();
              setOpen(true);
            }}
            onChange={(event) => {
              wake();
              setText(event.currentTarget.value);
              setActive(undefined);
              setOpen(true);
            }}
            onKeyDown={onKeyDown}
            className={large ? `${fieldClass} h-12 ps-11 text-lg` : `${fieldClass} h-10 ps-9 lg:h-9 lg:min-h-9 lg:w-60`}
          />
        </div>
        <button
          type="submit"
          className={
            large ? `${buttonClass("primary")} h-12 sm:px-6` : `sr-only focus:not-sr-only ${buttonClass("quiet")}`
          }
        >
          Search
        </button>
      </AddressForm>
      {isMissing && !Panel && open && text.trim() !== "" && (
        <p
          role="status"
          className="absolute inset-x-0 z-20 mt-2 rounded-lg border border-line bg-surface px-4 py-3 text-base text-ink-soft shadow-lg"
        >
          Suggestions are unavailable: you may be offline. Press Enter to search.
        </p>
      )}
      {shown && (
        <Panel
          id={id}
          text={text}
          large={large}
          active={active}
          onActive={setActive}
          keys={keys}
          onClose={() => {
            setOpen(false);
            setActive(undefined);
          }}
        />
      )}
    </search>
  );
}
