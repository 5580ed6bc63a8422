import { type FormEvent, useId, useRef, useState } from "react";
import { buttonClass, fieldClass } from "@/components/ui/button";
import type { Notice } from "@/components/ui/error-messages";
import { FieldError } from "@/components/ui/field-error";
import { tell } from "@/components/ui/show-notice";
import { callApi } from "@/lib/client/call-api";

/**
 * A field for a token, which no browser stores, and the action for a valid one; a refused token stays in the field.
 * Does nothing when empty.
 */
export function TokenForm({
  label,
  action,
  className = "",
  onToken,
}: {
  label: string;
  action: string;
  className?: string;
  onToken: (token: string) => void;
}) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Notice | null>(null);

  async function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const pasted = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    if (!pasted) return;
    setBusy(true);
    const { refusal } = await callApi("/api/v1/connections/self", { token: pasted });
    setSaid(refusal && (await tell(refusal)));
    setBusy(false);
    if (refusal) field.current?.focus();
    else onToken(pasted);
  }

  return (
    <form onSubmit={take} autoComplete="off" className={className}>
      <div className="flex flex-wrap items-end gap-3">
        <label className="min-w-0 flex-1 basis-72">
          <span className="font-semibold text-base">{label}</span>
          <input
            ref={field}
            name="token"
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
            aria-invalid={said !== null || undefined}
            aria-describedby={said ? id : undefined}
            placeholder="ck_…"
            className={`${fieldClass} mt-1 font-mono`}
          />
        </label>
        <button type="submit" aria-disabled={busy} className={buttonClass("primary")}>
          {action}
        </button>
      </div>
      {said && <FieldError id={id}>{inOneLine(said)}</FieldError>}
    </form>
  );
}

function inOneLine({ title, detail, next_step }: Notice): string {
  return [`${title}.`, detail, next_step].filter(Boolean).join(" ");
}
