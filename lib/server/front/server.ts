import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { env } from "@/lib/platform/env";
import { Problem } from "@/lib/platform/errors";
import { metricsText } from "@/lib/platform/metrics";
import { startingProblem, startPhase } from "@/lib/platform/process-state";
import { sha256 } from "@/lib/platform/secret";
import { answerDocument } from "@/lib/server/formats/document";
import { answerMcp, isMcpPath } from "@/lib/server/front/answer-mcp";
import type { Handle, Listener } from "@/lib/server/front/listener";
import { admit, hasBody, type Visit } from "@/lib/server/http/admission";
import { type Answer, answerAtEdge, isApiPath } from "@/lib/server/http/answer";
import { answerApi } from "@/lib/server/http/core";
import { clientKey } from "@/lib/server/http/rate-limit";
import { readBody, watchBody } from "@/lib/server/http/request-body";
import { newNonce, securityHeaders } from "@/lib/server/http/security";
import { sendAnswer, sendResponse } from "@/lib/server/http/send-answer";
import { findPage } from "@/lib/server/pages";
import { answerPage } from "@/lib/server/pages/answer-page";
import { compressed } from "@/lib/server/pages/negotiate";
import { addressOf, header, isRedirectedByNext, type Pages, toNext } from "@/lib/server/pages/next";
import { withExchange } from "@/lib/server/pages/page-exchange";
import { refusalAnswer } from "@/lib/server/pages/refusal-page";
import {
  answerMethod,
  documentFor,
  refuseWhenReadsAreSpent,
  spendForPage,
  takePostedForm,
} from "@/lib/server/pages/request";
import { here, renderer, renderWith } from "@/lib/text/markdown/render";
import { renderAside } from "@/lib/text/markdown/render-aside";

/** The API, MCP and documents, and the pages once they are there. */
export type Service = {
  handle: Handle;
  /** Answers pages too from now on. */
  showPages(pages: Pages): void;
  /** Resolves when documents can be formatted, so that the first visitor of a skill does not wait for that. */
  canFormat: Promise<unknown>;
};

/**
 * Answers the requests of a listener: endpoints and documents from their tables, everything else by Next. Refuses
 * malformed and excessive requests. Until there are pages, a request for one is `unavailable`.
 */
export function makeService({ connections, onUpgrade }: Listener, options: { dev: boolean; dir: string }): Service {
  if (!options.dev) renderWith(renderAside(path.join(options.dir, "lib/text/markdown/render-thread.mjs"), here));
  const apiByNext = env().API_ADAPTER === "next" || options.dev;
  let built: Pages | null = null;
  // An empty document starts the rendering thread.
  const canFormat = options.dev ? Promise.resolve() : renderer().render("", {});

  function handle(request: IncomingMessage, response: ServerResponse): () => void {
    let visit: Visit | null = null;
    void answer(request, response, () => (visit = visitOf(request, response)));
    return () => visit?.end();
  }

  /** Null for health checks and metrics: they are always answered and never counted. */
  function visitOf(request: IncomingMessage, response: ServerResponse): Visit | null {
    if (request.url?.startsWith("/api/health/") || request.url === "/metrics") return null;
    const visit = admit(request, clientKey(addressOf(request)));
    response.once("prefinish", () => visit.leave());
    return visit;
  }

  async function answer(request: IncomingMessage, response: ServerResponse, enter: () => Visit | null): Promise<void> {
    let visit: Visit | null = null;
    try {
      visit = enter();
      await serve(request, response, visit);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else await sendAnswer(request, response, await refusalAnswer(built, request, error, options.dev));
    } finally {
      visit?.leave();
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse, visit: Visit | null): Promise<void> {
    const edgeAnswer = answerAtEdge(request);
    if (edgeAnswer) return sendAnswer(request, response, edgeAnswer);
    const target = request.url ?? "/";
    const address = addressOf(request);
    const [path = "/", query] = target.split("?", 2);
    const isApi = isApiPath(path);
    // Next's developer tools post to their own addresses.
    const methodAnswer = isApi || options.dev ? null : answerMethod(request, path);
    if (methodAnswer) return sendAnswer(request, response, methodAnswer);
    if (path === "/metrics")
      return sendAnswer(request, response, await metricsAnswer(header(request, "authorization")));
    if (isApi && (!apiByNext || isRedirectedByNext(path))) {
      const api = {
        method: request.method ?? "GET",
        target,
        header(name: string) {
          return header(request, name);
        },
        address,
        async body(bytesMax: number) {
          const body = await readBody(request, bytesMax);
          await visit?.begin();
          return body;
        },
      };
      if (request.method !== "POST") await visit?.begin();
      if (isMcpPath(path)) return sendResponse(request, response, (signal) => answerMcp(api, signal), visit);
      return sendAnswer(request, response, await answerApi(api));
    }
    const client = clientKey(address);
    refuseWhenReadsAreSpent(response, target, client);
    const spend = () => spendForPage(response, client);
    const isPosted = request.method === "POST" && findPage(path)?.page.posts === true;
    const document = isApi || isPosted ? null : documentFor(request, path);
    if (document && (document.negotiated || !apiByNext)) {
      await visit?.begin();
      const make = () =>
        document.make({ search: new URLSearchParams(query), spend, header: (name) => header(request, name) });
      const answer = await answerDocument(header(request, "if-none-match"), make);
      const headers = { ...securityHeaders(newNonce(), options.dev), ...answer.headers };
      if (document.negotiated) headers.vary = "Accept";
      return sendAnswer(request, response, await compressed(request, { ...answer, headers }));
    }
    const pages = pagesNow();
    const form = isPosted ? await takePostedForm(request) : undefined;
    if (hasBody(request)) passBody(request, visit);
    else await visit?.begin();
    toNext(request, address, isApi ? "api" : document ? "document" : "page");
    const exchange = { address, target, spend, ...(form ? { form } : {}) };
    // API answers may be streams, and Next's developer tools send their own.
    if (isApi || (options.dev && /^\/_(?:next|_nextjs)/.test(path)))
      return withExchange(exchange, () => pages.handle(request, response));
    const takesTurn = !path.startsWith("/_next/") && !hasBody(request);
    const asked = { pages, exchange, path, client: takesTurn ? client : null, dev: options.dev };
    await answerPage(request, response, asked);
  }

  function pagesNow(): Pages {
    const phase = startPhase();
    if (!built) throw phase ? startingProblem(phase) : new Problem("unavailable");
    return built;
  }

  /** Next reads the body itself. */
  function passBody(request: IncomingMessage, visit: Visit | null): void {
    const stop = watchBody(request, () => connections.refuse(request.socket, new Problem("request_timeout")));
    request.once("close", stop).once("end", () => {
      stop();
      visit?.count();
    });
  }

  return {
    canFormat,
    handle,
    showPages(pages) {
      built = pages;
      // Upgrades exist only in development. Without a listener Node answers an upgrade request as ordinary HTTP.
      if (options.dev) onUpgrade((request, socket, head) => void pages.upgrade(request, socket, head));
    },
  };
}

/**
 * The Prometheus metrics. They exist only if METRICS_TOKEN is set and require it as a bearer token. Throws `not_found`,
 * `authentication_required` and `invalid_token`.
 */
async function metricsAnswer(authorization: string | undefined): Promise<Answer> {
  const { METRICS_TOKEN } = env();
  if (!METRICS_TOKEN) throw new Problem("not_found");
  if (!timingSafeEqual(sha256(authorization ?? ""), sha256(`Bearer ${METRICS_TOKEN}`))) {
    throw new Problem(authorization ? "invalid_token" : "authentication_required");
  }
  return {
    status: 200,
    headers: {
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: await metricsText(),
  };
}
