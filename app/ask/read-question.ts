import { messageOf } from "@/app/forms";

/** The fields of a question form. Empty ones are undefined. */
export function readQuestion(form: URLSearchParams) {
  return {
    q: messageOf(form, "q"),
    technology: form.get("technology")?.trim() || undefined,
    version: form.get("version")?.trim() || undefined,
  };
}
