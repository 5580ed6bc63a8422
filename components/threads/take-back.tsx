import { buttonClass } from "@/components/ui/button";

type TakeBackProps = {
  post_id: string;
  /** The reply to take back; the question without one. */
  reply_id?: string;
};

/** Takes back what this browser published, after a second look. Works without scripts. */
export function TakeBack({ post_id, reply_id }: TakeBackProps) {
  const what = reply_id ? "reply" : "question";
  return (
    <details className="no-print text-sm">
      <summary className="w-fit cursor-pointer text-ink-soft hover:underline">Take back this {what}</summary>
      <form
        method="post"
        action={`/threads/${post_id}/retract`}
        className="mt-2 max-w-xl rounded-lg border border-line bg-surface p-4 text-base"
      >
        {reply_id && <input type="hidden" name="reply_id" value={reply_id} />}
        <p>
          {reply_id
            ? "Its text and its outcome are erased for good. Others see that it was taken back."
            : "Its text is erased for good and leaves lists and searches. Replies of others stay."}
        </p>
        <button type="submit" className={`mt-3 ${buttonClass("danger")}`}>
          Erase the {what}
        </button>
      </form>
    </details>
  );
}
