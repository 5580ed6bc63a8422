import { tokenCookie } from "@/app/cookies";
import { forgetRefused, openForm, readForm, refusedCookies, refuseForeignForm, seeOther } from "@/app/forms";
import { wrongFields } from "@/app/notice";
import { createConnection as contract } from "@/lib/contract/public/connections";
import { createConnection } from "@/lib/domain/connections/own-connection";
import { Problem } from "@/lib/platform/errors";

/**
 * Creates a token for a browser without scripts and redirects to the page that shows it. The token is never in a URL.
 */
export async function POST(request: Request): Promise<Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  let form = new URLSearchParams();
  try {
    form = await readForm(request);
    // Keep the text that was judged, so that positions in it match.
    form.set("name", (form.get("name") ?? "").trim());
    const input = contract.input.safeParse({
      name: form.get("name"),
      homepage: form.get("homepage")?.trim() || undefined,
    });
    if (!input.success) throw wrongFields(input.error.issues);
    const { token, recovery_codes } = (await createConnection(await openForm(contract), input.data)).answer.data;
    if (token === null) throw new Problem("internal");
    return seeOther("/connect#token", [tokenCookie(token, recovery_codes ?? []), forgetRefused("/connect")]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return seeOther("/connect#token", refusedCookies("/connect", error, form));
  }
}
