import { forgetQuestion, questionCookies } from "@/app/cookies";
import { readForm, readQuestion, refusedCookies, refuseForeignForm, seeOther } from "@/app/forms";
import { Problem } from "@/lib/platform/errors";

/**
 * The form of /ask. The question may hold a secret, so it goes into a cookie of this browser and not into a URL; the
 * page then says what is known. Nothing is published.
 */
export async function POST(request: Request): Promise<Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  try {
    const question = readQuestion(await readForm(request));
    const kept = question.q.trim() === "" ? forgetQuestion() : questionCookies(question);
    if (!kept) throw new Problem("body_too_large");
    return seeOther("/ask", kept);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther("/ask", refusedCookies("/ask", error));
  }
}
