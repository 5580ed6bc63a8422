import type { IncomingMessage } from "node:http";
import { getLiveness } from "@/lib/domain/health/process";
import { notReadyYet, type StartPhase, startingProblem } from "@/lib/platform/process-state";
import type { Handle } from "@/lib/server/front/listener";
import { answerAtEdge, refuse, withUsualHeaders } from "@/lib/server/http/edge";
import type { Answer } from "@/lib/server/http/problem-answer";
import { sendAnswer } from "@/lib/server/http/send-answer";
import { interimAnswer } from "@/lib/server/pages/interim-page";
import { expectsPage } from "@/lib/server/pages/preferences";

const LIVENESS = "/api/health/live";
const READINESS = "/api/health/ready";
const PHASE: StartPhase = { name: "starting" };

/**
 * Answers requests until the server can: liveness, and to everything else a refusal that says when to come back, as a
 * page for a browser. It imports little, so that a start can listen at once.
 */
export const answerWhileStarting: Handle = (request, response) => {
  void answerFor(request)
    .then((answer) => sendAnswer(request, response, answer))
    .catch(() => response.destroy());
  return () => {};
};

async function answerFor(request: IncomingMessage): Promise<Answer> {
  try {
    const atEdge = answerAtEdge(request);
    if (atEdge) return atEdge;
    const [path = "/"] = (request.url ?? "/").split("?", 1);
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (path === LIVENESS && isRead) return await liveness();
    if (expectsPage(request)) return interimAnswer(request, PHASE);
    return refuse(path === READINESS ? notReadyYet(PHASE) : startingProblem(PHASE));
  } catch (error) {
    return refuse(error);
  }
}

async function liveness(): Promise<Answer> {
  const headers = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };
  return withUsualHeaders({ status: 200, headers, body: JSON.stringify(await getLiveness()) });
}
