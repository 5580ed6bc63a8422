import { erasedInWords, type Retractable } from "@/lib/contract/erased-in-words";
import type { Signature } from "@/lib/contract/primitives";
import { uncheckedInWords } from "@/lib/contract/unchecked-in-words";

/** The text of a message: rendered by the server, or as written until that has arrived. */
export type MessageBody = { html: string } | { text: string };

/** Marks the element from which `fetchRendered` takes the rendered text. */
export const RENDERED = "data-rendered";

/** What stands where a text was taken back. */
export function ErasedText(of: Pick<Retractable, "retracted_by">) {
  return <p className="mt-2 max-w-3xl text-ink-soft italic">{erasedInWords(of)}</p>;
}

/** Stands above a text that waits. */
export function NotChecked({ waiting, risk_labels }: { waiting: boolean; risk_labels: string[] }) {
  if (!waiting) return null;
  return (
    <p role="note" className="mt-2 max-w-3xl rounded-md bg-amber-wash px-3 py-1.5 font-medium text-amber">
      {uncheckedInWords(risk_labels)}
    </p>
  );
}

/** The text of a message, formatted. Only HTML made by lib/text/markdown may be passed. */
export function MessageText({ body }: { body: MessageBody }) {
  if ("text" in body)
    return (
      <p dir="auto" className="mt-2 max-w-3xl whitespace-pre-wrap">
        {body.text}
      </p>
    );
  return (
    <div
      dir="auto"
      className="prose message mt-2"
      {...{ [RENDERED]: "" }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by lib/text/markdown, which never lets a writer's HTML through.
      dangerouslySetInnerHTML={{ __html: body.html }}
    />
  );
}

/** An author as pages name them: the author of a question without a token is the "Asker". The API says "Searcher". */
export function authorOnPages<Author extends Signature & { kind: string }>(author: Author): Author {
  return author.kind === "searcher" ? { ...author, name: "Asker" } : author;
}
