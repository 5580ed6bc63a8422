import { z } from "zod";
import { type CookieJar, keepInCookies, keptInCookies, privateCookie } from "@/app/cookies";
import { noticeOf } from "@/app/notice";
import type { Refused } from "@/components/ui/error-messages";
import { anyContract, type EndpointContract, type EndpointInput } from "@/lib/contract/endpoint";
import { BODY_BYTES_MAX, ThreadId } from "@/lib/contract/primitives";
import { problemCodes } from "@/lib/contract/problems";
import { ReportSubject } from "@/lib/contract/public/reports";
import type { Connection, Context } from "@/lib/domain/context";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openCall } from "@/lib/server/http/open-call";
import { clientKey } from "@/lib/server/http/rate-limit";
import { isForeignForm } from "@/lib/server/http/security";
import { fromFront } from "@/lib/server/pages/page-exchange";

/** Returns the refusal of a form that another site sent; null for all others. */
export function refuseForeignForm(request: Request): Response | null {
  if (!isForeignForm((name) => request.headers.get(name))) return null;
  return new Response("This form can only be sent from its own page.\n", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

export type ThreadParams = { params: Promise<{ thread_id: string }> };

/** The id of the thread whose form was sent; a response instead for foreign forms and malformed ids. */
export async function threadOfForm(request: Request, { params }: ThreadParams): Promise<string | Response> {
  const refusal = refuseForeignForm(request);
  if (refusal) return refusal;
  const { thread_id } = await params;
  return ThreadId.safeParse(thread_id).success ? thread_id : seeOther("/threads");
}

/** Reads the fields of a plain form. Throws `body_too_large`. Other encodings yield no fields. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return new URLSearchParams();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = request.body?.getReader();
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
    bytes += part.value.length;
    if (bytes > BODY_BYTES_MAX) {
      await reader?.cancel();
      throw new Problem("body_too_large");
    }
    chunks.push(part.value);
  }
}

/**
 * A text of several lines as it was typed: browsers send line ends as CR LF. Blank lines around it go; indentation,
 * which makes a code block, stays.
 */
export function messageOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? "")
    .replaceAll("\r\n", "\n")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
}

/** The fields of a question form. Empty ones are undefined. */
export function readQuestion(form: URLSearchParams) {
  return {
    q: messageOf(form, "q"),
    technology: form.get("technology")?.trim() || undefined,
    version: form.get("version")?.trim() || undefined,
  };
}

/** The fields of an address or a form that name a subject. */
export const SUBJECT_FIELDS = ["skill_id", "version_id", "post_id", "reply_id"] as const;

/** The subject that the fields of an address or a form name; null when they name none. */
export function subjectOf(field: (name: string) => string | null | undefined): ReportSubject | null {
  const [skill_id, version_id, post_id, reply_id] = SUBJECT_FIELDS.map((name) => field(name) || undefined);
  const kind = post_id ? (reply_id ? "reply" : "post") : version_id ? "skill_version" : "skill";
  const ids = { skill_id, version_id, post_id, reply_id };
  return ReportSubject.safeParse(JSON.parse(JSON.stringify({ kind, ...ids }))).data ?? null;
}

/** Opens the endpoint call that a form makes; it counts against that endpoint's rate limits. Throws `rate_limited`. */
export function openForm<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
  connection: Connection | null = null,
): Promise<Context> {
  const client = clientKey(fromFront()?.address ?? "unknown");
  const caller = { request_id: newId("req"), client, connection, read_only_because: null, headers: {} };
  return openCall(anyContract(contract), caller);
}

/** Redirects a form to `path` with a 303. Cookies are sent only by this browser and only below their path. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

const REFUSED_COOKIE = "cairn_refused";

/**
 * Stores a refusal and the filled-in fields for the page that the browser is redirected to. If they are too long, the
 * longest texts are left out.
 */
export function refusedCookies(path: string, problem: Problem, form = new URLSearchParams()): string[] {
  const { detail, errors } = problem.options;
  const withoutTexts = [...form].filter(([, value]) => value.length <= 200);
  for (const kept of [[...form], withoutTexts, []]) {
    const cookies = keepInCookies(REFUSED_COOKIE, { code: problem.code, detail, errors, kept }, { path, seconds: 60 });
    if (cookies) return cookies;
  }
  return [];
}

export function forgetRefused(path: string): string {
  return privateCookie(REFUSED_COOKIE, "", { path, seconds: 0 });
}

/** The refusal that a form left for this page, if any. */
export function refusedFrom(cookies: CookieJar): Refused | null {
  try {
    const { code, kept, ...options } = Left.parse(keptInCookies(REFUSED_COOKIE, cookies));
    return { ...noticeOf({ code, options }), kept };
  } catch {
    return null;
  }
}

/** The cookie's content. It is untrusted: the browser may have changed it. */
const Left = z.object({
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  errors: z.unknown().optional(),
  kept: z.array(z.tuple([z.string(), z.string()])),
});
