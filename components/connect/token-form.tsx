import type { FormEvent } from "react";
import { buttonClass, fieldClass } from "@/components/ui/button";

/** A field for a token that no browser keeps, and what is done with it. Says nothing for an empty one. */
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
  function take(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const pasted = String(new FormData(event.currentTarget).get("token") ?? "").trim();
    if (pasted) onToken(pasted);
  }
  return (
    <form onSubmit={take} autoComplete="off" className={`${className} flex flex-wrap items-end gap-3`}>
      <label className="min-w-0 flex-1 basis-72">
        <span className="font-semibold text-base">{label}</span>
        <input
          name="token"
          type="password"
          required
          autoComplete="off"
          spellCheck={false}
          placeholder="ck_…"
          className={`${fieldClass} mt-1 font-mono`}
        />
      </label>
      <button type="submit" className={buttonClass("primary")}>
        {action}
      </button>
    </form>
  );
}
