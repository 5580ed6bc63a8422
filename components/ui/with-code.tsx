import { Fragment } from "react";
import { Marked } from "@/components/ui/marked";

/** Plain text in which words between backticks are code, with the words that a search found marked. */
export function WithCode({ text, words }: { text: string; words?: readonly string[] | undefined }) {
  return text.split(/`([^`\n]+)`/).map((part, place) =>
    place % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <code key={place} className="font-mono text-[0.9em]">
        <Marked text={part} words={words} />
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move.
      <Fragment key={place}>
        <Marked text={part} words={words} />
      </Fragment>
    ),
  );
}
