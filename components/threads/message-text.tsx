import type { Signature } from "@/lib/contract/primitives";
import type { Reply } from "@/lib/contract/public/resources";
import { erasedInWords, type Retractable, uncheckedInWords } from "@/lib/contract/thread-in-words";

/** The text of a message: rendered by the server, or as written until that has arrived. */
export type MessageBody = { html: string } | { text: string };

/** Marks the element from which `fetchRendered` takes the rendered text. */
const RENDERED = "data-rendered";

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

/** A reply as a page shows it. */
export type ShownReply = Omit<Reply, "text"> & {
  /** Null when the text was taken back. */
  body: MessageBody | null;
};

/**
 * New replies with their texts as the server renders them, taken from the page of the thread. A text that is not there,
 * or cannot be fetched, stays as written. Never rejects.
 */
export async function fetchRendered(post_id: string, replies: Reply[]): Promise<ShownReply[]> {
  const page = await fetchPage(`/threads/${post_id}/replies/${replies[0]?.reply_id}`);
  return replies.map(({ text, ...reply }) => {
    if (text === null) return { ...reply, body: null };
    const rendered = page?.getElementById(reply.reply_id)?.querySelector(`[${RENDERED}]`);
    return { ...reply, body: rendered ? { html: rendered.innerHTML } : { text } };
  });
}

/** The milliseconds after which a request for replies, or for their page, counts as unanswered. */
export const REPLIES_MS_MAX = 20_000;

/** Without cookies, so that every reader gets the same page from the cache. */
async function fetchPage(path: string): Promise<Document | null> {
  try {
    const response = await fetch(path, { credentials: "omit", signal: AbortSignal.timeout(REPLIES_MS_MAX) });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}
