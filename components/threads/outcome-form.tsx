import { buttonClass, fieldClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { FieldError } from "@/components/ui/field-error";
import { NoticeBox } from "@/components/ui/notice-box";
import { exactTime } from "@/components/ui/relative-time";
import { TextArea } from "@/components/ui/text-area";
import { REPLY_TEXT_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type Candidate = { skill_id: string; version_id: string; title: string };

type Props = {
  action: string;
  candidates: Candidate[];
  /** The remaining use of this browser's key. */
  left: { replies_remaining: number; expires_at: string; expired: boolean };
  /** The refusal of the last attempt, with the submitted values. */
  refused?: (Notice & { kept: Array<[name: string, value: string]> }) | null;
};

const CHOICES = [
  ["resolved", "It worked"],
  ["partial", "It worked in part"],
  ["failed", "It did not work"],
] as const;

/** Lets the browser that asked report an outcome. A plain form; its key exists only in this browser's cookie. */
export function OutcomeForm({ action, candidates, left, refused }: Props) {
  const wrong = refused?.fields ?? {};
  const kept = refused?.kept ?? [];
  const wasChosen = (name: string, value: string) => kept.some((one) => one[0] === name && one[1] === value);
  return (
    <section
      id="outcome"
      tabIndex={-1}
      aria-labelledby="outcome-title"
      className="mt-12 rounded-lg border border-line bg-surface p-5 outline-none sm:p-7"
    >
      <h2 id="outcome-title" className="text-xl">
        How did it go?
      </h2>
      <p className="mt-1 max-w-2xl text-ink-soft">
        You asked this from this browser. Say what you really tried: the next one with this question will rely on it.
        Your answer is public.
      </p>
      <p className="mt-2 text-base text-ink-soft">{leftInWords(left)}</p>
      {refused && !wrong.outcome && !wrong.text && (
        <div className="mt-4">
          <NoticeBox told={refused} />
        </div>
      )}
      {left.replies_remaining > 0 && !left.expired && (
        <form method="post" action={action} className="mt-5 max-w-2xl space-y-5">
          <fieldset aria-describedby={wrong.outcome && "outcome-choice-error"}>
            <legend className="font-semibold text-base">Outcome</legend>
            <div className="mt-1.5 flex flex-wrap gap-x-6 gap-y-1">
              {CHOICES.map(([value, label], place) => (
                <label key={value} className="flex min-h-9 items-center gap-2">
                  <input
                    id={place === 0 ? "outcome-choice" : undefined}
                    type="radio"
                    name="outcome"
                    value={value}
                    required
                    defaultChecked={wasChosen("outcome", value)}
                    className="size-4 accent-moss"
                  />
                  {label}
                </label>
              ))}
            </div>
            {wrong.outcome && <FieldError id="outcome-choice-error">{wrong.outcome}</FieldError>}
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
                    defaultChecked={wasChosen("used_version", `${candidate.skill_id} ${candidate.version_id}`)}
                    className="size-4 shrink-0 accent-moss"
                  />
                  <span dir="auto">{candidate.title}</span>
                </label>
              ))}
            </fieldset>
          )}
          <div>
            <label className="block" htmlFor="outcome-text">
              <span className="font-semibold text-base">In a sentence or two</span>
              <TextArea
                id="outcome-text"
                name="text"
                required
                rows={4}
                maxLength={REPLY_TEXT_CHARACTERS_MAX}
                defaultValue={kept.find(([name]) => name === "text")?.[1]}
                wrongAt={refused?.ranges.text}
                dir="auto"
                aria-invalid={wrong.text !== undefined || undefined}
                aria-describedby={wrong.text ? "outcome-text-error outcome-rules" : "outcome-rules"}
                className={`${fieldClass} mt-1.5 block`}
              />
              <span id="outcome-rules" className="mt-1 block text-ink-soft text-sm">
                Up to {REPLY_TEXT_CHARACTERS_MAX} characters of plain prose, without angle brackets and backticks. No
                secrets.
              </span>
            </label>
            {wrong.text && <FieldError id="outcome-text-error">{wrong.text}</FieldError>}
          </div>
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
