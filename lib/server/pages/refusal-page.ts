import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { cache } from "@/lib/platform/caches";
import { Problem } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { startPhase } from "@/lib/platform/process-state";
import { singleton } from "@/lib/platform/singleton";
import { waitInWords } from "@/lib/platform/words";
import { type Answer, refuse } from "@/lib/server/http/answer";
import { newNonce, securityHeaders } from "@/lib/server/http/security";
import { escaped, interimAnswer } from "@/lib/server/pages/interim-page";
import { expectsPage } from "@/lib/server/pages/negotiate";
import { type Pages, renderPage, toNext } from "@/lib/server/pages/next";
import { REFUSAL_MARKS } from "@/lib/server/pages/page-exchange";
import { fontPreloads } from "@/lib/server/pages/page-head";

/** The page that explains a refusal. Internal rewrite target; direct requests get 404. */
const REFUSED_PATH = "/refused";
const KEPT_BYTES_MAX = 4_000_000;

/**
 * Answers a request that was refused, or that failed before anything was sent: a page for a browser that requested a
 * page, else the problem as JSON. The page has no scripts, so all visitors get the same bytes. Next renders it once per
 * reason, and a refusal costs no more than a JSON one. `pages`: null until they are built. `dev`: Next's development
 * server is running.
 */
export async function refusalAnswer(
  pages: Pages | null,
  request: IncomingMessage,
  error: unknown,
  dev: boolean,
): Promise<Answer> {
  const { method = "", url: target = "/" } = request;
  if (!expectsPage(request) || !(error instanceof Problem) || error.code === "internal") return refuse(error);
  if (!pages) {
    const phase = startPhase();
    return phase && error.code === "unavailable" ? interimAnswer(request, phase) : refuse(error);
  }
  const { headers, retryAfterSeconds } = error.options;
  const canRetry = retryAfterSeconds !== undefined && (method === "GET" || method === "HEAD");
  const body = await pageOf(pages, error, canRetry ? target : null).catch((failed: unknown) => {
    log().error({ err: failed }, "a refusal page could not be rendered");
    return null;
  });
  if (body === null) return refuse(error);
  return {
    status: error.status,
    headers: {
      ...securityHeaders(newNonce(), dev),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      vary: "Accept",
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
      ...headers,
    },
    body,
  };
}

/** `retry` is a path with its query, or null if a retry would not help. */
async function pageOf(pages: Pages, problem: Problem, retry: string | null): Promise<string> {
  const { detail = "", errors, retryAfterSeconds = 1 } = problem.options;
  const key = JSON.stringify([problem.code, problem.code === "rate_limited" ? "" : detail, errors, retry === null]);
  const template = kept().get(key) ?? (await rendered(pages, key, problem, retry !== null));
  // Leading slashes are stripped: a target such as `//host` would link to another site.
  const again = escaped((retry ?? "/").replace(/^[/\\]+/, "/"));
  return template
    .replaceAll(REFUSAL_MARKS.wait, waitInWords(retryAfterSeconds))
    .replaceAll(REFUSAL_MARKS.retry, () => again);
}

const kept = () => cache<string>("refusal-pages", KEPT_BYTES_MAX);

/** Concurrent refusals share one rendering. */
function rendered(pages: Pages, key: string, problem: Problem, canRetry: boolean): Promise<string> {
  const running = singleton("refusal-renderings", () => new Map<string, Promise<string>>());
  const made =
    running.get(key) ??
    render(pages, problem, canRetry)
      .then((html) => {
        kept().set(key, html);
        return html;
      })
      .finally(() => running.delete(key));
  running.set(key, made);
  return made;
}

/** Renders the page in Next without a client request. */
async function render(pages: Pages, problem: Problem, canRetry: boolean): Promise<string> {
  const request = Object.assign(new IncomingMessage(new Socket()), {
    method: "GET",
    url: REFUSED_PATH,
    complete: true,
  });
  request.headers.host = "localhost";
  request.push(null);
  const address = "127.0.0.1";
  toNext(request, address, "page");
  const exchange = { address, target: REFUSED_PATH, refused: { problem, canRetry } };
  const page = (await renderPage(pages, request, exchange))?.body.toString("utf8") ?? "";
  if (!page.endsWith("</html>")) throw new Error(`The page about ${problem.code} could not be rendered.`);
  return page
    .replaceAll(/<script\b[^>]*>.*?<\/script>/gs, "")
    .replaceAll(/<link rel="preload" as="script"[^>]*>/g, "")
    .replace("<head>", () => `<head>${fontPreloads()}`);
}
