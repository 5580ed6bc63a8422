import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";

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

/**
 * One command to copy. Long commands wrap, because a truncated one cannot be checked before it is run: between words,
 * and a word longer than the line after a slash.
 */
export function CopyBox({ text, what }: { text: string; what: string }) {
  return (
    <div className="flow-root rounded-md border border-line bg-sunken py-2 ps-3 pe-2">
      <CopyButton text={text} what={what} className="float-end ms-3" />
      <pre className="wrap-anywhere whitespace-pre-wrap py-0.5 font-mono text-sm leading-relaxed">
        <code>
          {text.split(/(\s+)/).map((word, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the words of one text never move.
            <Fragment key={place}>{/[/-]/.test(word) ? <Long word={word} /> : word}</Fragment>
          ))}
        </code>
      </pre>
    </div>
  );
}

/** As a block in the line it moves to the next line as a whole, and breaks only when a line is too short for it. */
function Long({ word }: { word: string }) {
  return (
    <span className="inline-block max-w-full align-top">
      {word.split(/(?<=\/)(?!\/)/).map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one word never move.
        <Fragment key={place}>
          {place > 0 && <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
