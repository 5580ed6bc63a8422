import {
  forgetRefused,
  messageOf,
  openForm,
  readForm,
  refusedCookies,
  refuseForeignForm,
  seeOther,
  subjectOf,
} from "@/app/forms";
import { wrongFields } from "@/app/notice";
import { reportPath } from "@/components/report-link";
import { createReport as contract } from "@/lib/contract/public/reports";
import { createReport } from "@/lib/domain/moderation/reports";
import { Problem } from "@/lib/platform/errors";

/** Stores a report of the form and redirects to its page, which says that it arrived. */
export async function POST(request: Request): Promise<Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  let form = new URLSearchParams();
  let page = "/report";
  try {
    form = await readForm(request);
    const subject = subjectOf((name) => form.get(name));
    if (!subject) throw new Problem("not_found");
    page = reportPath(subject);
    const note = messageOf(form, "note") || undefined;
    const input = contract.input.safeParse({ subject, reason: form.get("reason"), note });
    if (!input.success) throw wrongFields(input.error.issues);
    await createReport(await openForm(contract), input.data);
    return seeOther(`${page}&sent=1`, [forgetRefused("/report")]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther(page, refusedCookies("/report", error, form));
  }
}
