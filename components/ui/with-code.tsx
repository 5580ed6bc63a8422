import { Fragment } from "react";

/** Plain text in which words between backticks are code. */
export function WithCode({ text }: { text: string }) {
  return text.split(/`([^`\n]+)`/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <code key={place} className="font-mono text-[0.9em]">
        {part}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <Fragment key={place}>{part}</Fragment>
    ),
  );
}
