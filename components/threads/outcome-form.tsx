import { KeptDraft } from "@/components/threads/kept-here";
import { ProseField } from "@/components/threads/prose-field";
import { buttonClass, FieldError } from "@/components/ui/controls";
import type { Refused } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { exactTime } from "@/components/ui/relative-time";
import { REPLY_TEXT_CHARACTERS_MAX } from "@/lib/contract/primitives";

export type Candidate = { skill_id: string; version_id: string; title: string };

type OutcomeFormProps = {
  action: string;
  /** The versions that replies named, the best match first. */
  candidates: Candidate[];
  /** The name under which this browser keeps the text until it is published. */
  draft: string;
  /** The remaining use of this browser's key. */
  left: { replies_remaining: number; expires_at: string; expired: boolean };
  refused: Refused | null;
};

const CHOICES = [
  ["resolved", "It worked"],
  ["partial", "It worked in part"],
  ["failed", "It did not work"],
] as const;

/** Lets the browser that asked report an outcome. A plain form; its key exists only in this browser's cookie. */
export function OutcomeForm({ action, candidates, draft, left, refused }: OutcomeFormProps) {
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
        You asked this in this browser. Report only what you tried: others rely on it.
      </p>
      <p className="mt-2 text-base text-ink-soft">{leftInWords(left)}</p>
      {refused && !wrong.outcome && !wrong.text && (
        <div className="mt-4">
          <NoticeBox told={refused} />
        </div>
      )}
      {left.replies_remaining === 0 || left.expired ? (
        <KeptDraft name={draft} />
      ) : (
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
          {candidates.length === 0 ? (
            <p className="text-base text-ink-soft">No reply names a skill, so this outcome counts for no skill.</p>
          ) : (
            <fieldset>
              <legend className="font-semibold text-base">What you tried</legend>
              {candidates.map((candidate, place) => (
                <label key={candidate.version_id} className="mt-1.5 flex min-h-9 items-center gap-2">
                  <input
                    type="checkbox"
                    name="used_version"
                    value={`${candidate.skill_id} ${candidate.version_id}`}
                    defaultChecked={
                      refused ? wasChosen("used_version", `${candidate.skill_id} ${candidate.version_id}`) : place === 0
                    }
                    className="size-4 shrink-0 accent-moss"
                  />
                  <span dir="auto">{candidate.title}</span>
                </label>
              ))}
            </fieldset>
          )}
          <ProseField
            id="outcome-text"
            name="text"
            label="In a sentence or two"
            hint="Plain prose, without angle brackets and backticks. It is public: leave out secrets."
            limit={REPLY_TEXT_CHARACTERS_MAX}
            rows={4}
            draft={draft}
            defaultValue={kept.find(([name]) => name === "text")?.[1]}
            wrong={wrong.text}
            wrongAt={refused?.ranges.text}
          />
          <button type="submit" className={buttonClass("primary")}>
            Publish the outcome
          </button>
        </form>
      )}
    </section>
  );
}

function leftInWords({ replies_remaining, expires_at, expired }: OutcomeFormProps["left"]): string {
  if (expired)
    return `The key in this browser expired on ${exactTime(expires_at)}. Ask again to open a new thread with a new key.`;
  if (replies_remaining === 0)
    return "The key in this browser has used all its replies. Ask again to open a new thread with a new key.";
  return `This browser can reply ${replies_remaining === 1 ? "once more" : `${replies_remaining} more times`}, until ${exactTime(expires_at)}.`;
}
