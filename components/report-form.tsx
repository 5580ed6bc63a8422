import { buttonClass, FieldError, fieldClass } from "@/components/ui/controls";
import type { Refused } from "@/components/ui/error-messages";
import { NoticeBox } from "@/components/ui/notice-box";
import { TextArea } from "@/components/ui/text-area";
import { REPORT_NOTE_CHARACTERS_MAX, type ReportReason, type ReportSubject } from "@/lib/contract/public/reports";

const REASONS: Array<[ReportReason, string]> = [
  ["harmful", "It does harm, or tells an agent to do harm"],
  ["wrong", "It is wrong or does not work"],
  ["secret", "It shows a secret or private data"],
  ["spam", "It is advertising or nonsense"],
  ["rights", "It uses others' work without permission"],
  ["other", "Something else"],
];

type ReportFormProps = {
  subject: ReportSubject;
  refused: Refused | null;
};

/** What is wrong with something public. A plain form, which works without scripts. */
export function ReportForm({ subject, refused }: ReportFormProps) {
  const { kind: _kind, ...ids } = subject;
  const wrong = refused?.fields ?? {};
  const kept = (field: string) => refused?.kept.find(([name]) => name === field)?.[1];
  return (
    <form method="post" action="/report/send" className="mt-8 max-w-2xl space-y-5">
      {Object.entries(ids).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {refused && !wrong.reason && !wrong.note && <NoticeBox told={refused} />}
      <fieldset aria-describedby={wrong.reason && "report-reason-error"}>
        <legend className="font-semibold text-base">What is wrong with it?</legend>
        {REASONS.map(([value, label]) => (
          <label key={value} className="mt-1.5 flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name="reason"
              value={value}
              required
              defaultChecked={kept("reason") === value}
              className="size-4 shrink-0 accent-moss"
            />
            {label}
          </label>
        ))}
        {wrong.reason && <FieldError id="report-reason-error">{wrong.reason}</FieldError>}
      </fieldset>
      <div>
        <label htmlFor="report-note" className="font-semibold text-base">
          Where and why <span className="font-normal text-ink-soft">(optional)</span>
        </label>
        <p id="report-note-hint" className="text-ink-soft text-sm">
          Up to 1,000 characters of plain prose, without angle brackets and backticks. Put no secret in it.
        </p>
        <TextArea
          id="report-note"
          name="note"
          rows={4}
          maxLength={REPORT_NOTE_CHARACTERS_MAX}
          dir="auto"
          defaultValue={kept("note")}
          aria-describedby={wrong.note ? "report-note-error report-note-hint" : "report-note-hint"}
          aria-invalid={wrong.note ? true : undefined}
          className={`${fieldClass} mt-1.5`}
        />
        {wrong.note && <FieldError id="report-note-error">{wrong.note}</FieldError>}
      </div>
      <button type="submit" className={buttonClass("primary")}>
        Send the report
      </button>
    </form>
  );
}
