import { z } from "zod";
import { noticeOf } from "@/app/notice";
import type { Notice } from "@/components/ui/error-messages";
import { anyContract, type EndpointContract, type EndpointInput } from "@/lib/contract/endpoint";
import { BODY_BYTES_MAX } from "@/lib/contract/primitives";
import { problemCodes } from "@/lib/contract/problems";
import type { Context } from "@/lib/domain/context";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openCall } from "@/lib/server/http/open-call";
import { clientKey } from "@/lib/server/http/rate-limit";
import { fromFront } from "@/lib/server/pages/page-exchange";

/**
 * The refusal of a form that a page of another site sent; null for any other. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones in the `Origin` that each sends with a POST. Who says neither is no browser, and carries nobody's
 * cookies but its own.
 */
export function refuseForeignForm(request: Request): Response | null {
  if (!isForeign(request)) return null;
  return new Response("This form can only be sent from its own page.\n", {
    status: 403,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

function isForeign({ headers }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin";
  const origin = headers.get("origin");
  if (origin === null) return false;
  return origin !== new URL(env().BASE_URL).origin && URL.parse(origin)?.host !== headers.get("host");
}

/** The fields of a plain form. Throws `body_too_large`; other encodings than a plain form's have no fields. */
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

/** Opens the call that a form makes: it counts against the limits of the endpoint that it stands for. Throws `rate_limited`. */
export function openForm<I extends EndpointInput, O extends z.ZodType>(
  contract: EndpointContract<I, O>,
): Promise<Context> {
  const client = clientKey(fromFront()?.address ?? "unknown");
  const caller = { request_id: newId("req"), client, connection: null, read_only_because: null, headers: {} };
  return openCall(anyContract(contract), caller);
}

/** An answer to a form: look at `path`. Cookies reach only this browser and only the pages below their path. */
export function seeOther(path: string, cookies: string[] = []): Response {
  const headers = new Headers({ location: path, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}

/** A cookie that scripts cannot read and other sites cannot make a browser send. */
export function privateCookie(name: string, value: string, options: { path: string; seconds: number }): string {
  const secure = env().BASE_URL.startsWith("https:") ? "; Secure" : "";
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.seconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** What went wrong with a form, for the page that shows it again, and what had been filled in. */
export type Refused = Notice & { kept: Array<[name: string, value: string]> };

const REFUSED_COOKIE = "cairn_refused";
/** Browsers keep about 4 kB a cookie. Of a form with a longer text all but the text is kept. */
const COOKIE_BYTES_MAX = 3_600;

/** Keeps a refusal for the page that the browser is sent to next, and with it what was filled in. */
export function refusedCookie(path: string, problem: Problem, form = new URLSearchParams()): string {
  const { detail, errors } = problem.options;
  const withoutText = [...form].filter(([name]) => name !== "text");
  const value = [[...form], withoutText, []]
    .map((kept) => JSON.stringify({ code: problem.code, detail, errors, kept }))
    .map((text) => Buffer.from(text).toString("base64url"))
    .find(({ length }) => length <= COOKIE_BYTES_MAX);
  return privateCookie(REFUSED_COOKIE, value ?? "", { path, seconds: 60 });
}

export function forgetRefused(path: string): string {
  return privateCookie(REFUSED_COOKIE, "", { path, seconds: 0 });
}

/** The refusal that a form has left for this page, if any. */
export function refusedFrom(cookies: { get(name: string): { value: string } | undefined }): Refused | null {
  try {
    const found: unknown = JSON.parse(Buffer.from(cookies.get(REFUSED_COOKIE)?.value ?? "", "base64url").toString());
    const { code, kept, ...options } = Left.parse(found);
    return { ...noticeOf({ code, options }), kept };
  } catch {
    return null;
  }
}

/** What the cookie holds: its browser may have changed it. */
const Left = z.object({
  code: z.enum(problemCodes),
  detail: z.string().optional(),
  errors: z.unknown().optional(),
  kept: z.array(z.tuple([z.string(), z.string()])),
});
