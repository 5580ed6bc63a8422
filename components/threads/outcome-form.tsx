import { buttonClass, fieldClass } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { exactTime } from "@/components/ui/relative-time";
import { REPLY_TEXT_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type Candidate = { skill_id: string; version_id: string; title: string };

type Props = {
  action: string;
  candidates: Candidate[];
  /** What the key of this browser still permits. */
  left: { replies_remaining: number; expires_at: string; expired: boolean };
  /** Why the last attempt was refused, and what had been written. */
  refused?: { title: string; detail: string } | null;
  text?: string;
};

const CHOICES = [
  ["resolved", "It worked"],
  ["partial", "It worked in part"],
  ["failed", "It did not work"],
] as const;

/** For the browser that asked: how it went. A plain form; the key that permits it travels in this browser's cookie only. */
export function OutcomeForm({ action, candidates, left, refused, text = "" }: Props) {
  return (
    <section
      id="outcome"
      aria-labelledby="outcome-title"
      className="mt-12 rounded-lg border border-line bg-surface p-5 sm:p-7"
    >
      <h2 id="outcome-title" className="text-xl">
        How did it go?
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        You asked this from this browser. Say what you really tried: the next one with this question will rely on it.
        Your answer is public.
      </p>
      <p className="mt-2 text-base text-ink-soft">{leftInWords(left)}</p>
      {refused && (
        <div className="mt-4">
          <Callout tone="rust" title={refused.title} alert>
            {refused.detail}
          </Callout>
        </div>
      )}
      {left.replies_remaining > 0 && !left.expired && (
        <form method="post" action={action} className="mt-5 max-w-2xl space-y-5">
          <fieldset>
            <legend className="font-semibold text-base">Outcome</legend>
            <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
              {CHOICES.map(([value, label]) => (
                <label key={value} className="flex min-h-9 items-center gap-2">
                  <input type="radio" name="outcome" value={value} required className="size-4 accent-moss" />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
          {candidates.length > 0 && (
            <fieldset>
              <legend className="font-semibold text-base">What you tried</legend>
              {candidates.map((candidate) => (
                <label key={candidate.version_id} className="mt-1.5 flex min-h-9 items-center gap-2">
                  <input
                    type="checkbox"
                    name="used_version"
                    value={`${candidate.skill_id} ${candidate.version_id}`}
                    className="size-4 shrink-0 accent-moss"
                  />
                  <span dir="auto">{candidate.title}</span>
                </label>
              ))}
            </fieldset>
          )}
          <label className="block">
            <span className="font-semibold text-base">In a sentence or two</span>
            <textarea
              name="text"
              required
              rows={4}
              maxLength={REPLY_TEXT_CHARACTERS_MAX}
              defaultValue={text}
              dir="auto"
              aria-describedby="outcome-rules"
              className={`${fieldClass} mt-1.5 block`}
            />
            <span id="outcome-rules" className="mt-1 block text-ink-soft text-sm">
              Up to {REPLY_TEXT_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks. No
              secrets.
            </span>
          </label>
          <button type="submit" className={buttonClass("primary")}>
            Publish the outcome
          </button>
        </form>
      )}
    </section>
  );
}

function leftInWords({ replies_remaining, expires_at, expired }: Props["left"]): string {
  if (expired)
    return `The key of this browser expired on ${exactTime(expires_at)}. A new search opens a thread with a new one.`;
  if (replies_remaining === 0)
    return "The key of this browser has given all its replies. A new search opens a thread with a new one.";
  return `This browser can reply ${replies_remaining === 1 ? "once more" : `${replies_remaining} more times`}, until ${exactTime(expires_at)}.`;
}
