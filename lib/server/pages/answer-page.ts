import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { singleton } from "@/lib/platform/singleton";
import { newNonce, securityHeaders } from "@/lib/server/http/security";
import { sendAnswer } from "@/lib/server/http/send-answer";
import { findAlternatePath } from "@/lib/server/pages";
import { compressed, varyBy } from "@/lib/server/pages/negotiate";
import { type Pages, type Rendered, renderPage } from "@/lib/server/pages/next";
import { keptOrMade } from "@/lib/server/pages/page-cache";
import type { PageExchange } from "@/lib/server/pages/page-exchange";
import { holdScriptsBack } from "@/lib/server/pages/page-head";

type Asked = {
  pages: Pages;
  exchange: PageExchange;
  path: string;
  /** The client that takes a turn to render; null for assets and for requests whose body has not arrived yet. */
  client: string | null;
  dev: boolean;
};

/**
 * Answers a request with Next's answer, in these steps: read from the cache or render (with scripts deferred), nonce,
 * Vary, compress, send. Sends nothing if the client has disconnected.
 */
export async function answerPage(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
  const { pages, exchange, client } = asked;
  const render = () => {
    // Next reads the nonce from here.
    request.headers["content-security-policy"] = securityHeaders(nonceToFill(), asked.dev)["content-security-policy"];
    const begin = client === null ? undefined : (made: ServerResponse) => turnToRender(client, made);
    return renderPage(pages, request, exchange, { response, ...(begin && { begin }) });
  };
  const make = async () => {
    const rendered = await render();
    return rendered && holdScriptsBack(rendered, nonceToFill());
  };
  // In development every change must show, and scripts must load at once.
  const page = await (asked.dev ? render() : keptOrMade(request, make));
  if (page === null) return;
  const nonce = newNonce();
  const { status, headers, body } = withNonce(page, nonce);
  const answer = { status, headers: { ...securityHeaders(nonce, asked.dev), ...headers }, body };
  if (findAlternatePath(asked.path)) answer.headers.vary = varyBy(answer.headers.vary, "Accept");
  return sendAnswer(request, response, await compressed(request, answer));
}

/** The nonce placeholder in every rendered page. It has the length of a nonce and is never sent. */
function nonceToFill(): string {
  return singleton("nonce-to-fill", newNonce);
}

/** Replaces the placeholder with the nonce, in body and headers. */
function withNonce({ status, headers, body }: Rendered, nonce: string): Rendered {
  const place = nonceToFill();
  const filled: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(headers))
    filled[name] = typeof value === "string" ? value.replaceAll(place, nonce) : value;
  const found = placesIn(body, place);
  if (found.length === 0) return { status, headers: filled, body };
  const copy = Buffer.from(body);
  for (const at of found) copy.write(nonce, at, "latin1");
  return { status, headers: filled, body: copy };
}

/** The placeholder's offsets in cached bodies, which are sent many times and never change. */
const places = new WeakMap<Buffer, readonly number[]>();

function placesIn(body: Buffer, place: string): readonly number[] {
  const known = places.get(body);
  if (known) return known;
  const found: number[] = [];
  for (let at = body.indexOf(place); at >= 0; at = body.indexOf(place, at + place.length)) found.push(at);
  places.set(body, found);
  return found;
}

/**
 * Rendering is single-threaded. More concurrent pages do not finish sooner, but every step of another request then
 * waits for a step of each.
 */
const RENDERINGS_MAX = 2;
/** A longer rendering is mostly waiting, e.g. for an unresponsive database, and must not block other renderings. */
const TURN_MS_MAX = 250;

type Turns = {
  rendering: number;
  /** Waiting renderings by client. The first client has waited longest since its last turn. */
  waiting: Map<string, Array<() => void>>;
};

const turns = () => singleton<Turns>("rendering-turns", () => ({ rendering: 0, waiting: new Map() }));

/**
 * Resolves when a page may be rendered into `response`. Two pages render at a time, and clients take turns however many
 * pages each has waiting. A turn ends when the page is ready, after at most 250 ms. A client that disconnects does not end
 * it: Next goes on for a while, and visitors who leave early would start any number of renderings at once. Resolves
 * false, without taking a turn, if the client has disconnected before it is its turn.
 */
export async function turnToRender(client: string, response: ServerResponse): Promise<boolean> {
  const state = turns();
  if (response.destroyed) return false;
  if (state.rendering < RENDERINGS_MAX) state.rendering += 1;
  else if (!(await calledInTurn(state, client, response))) return false;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    state.rendering -= 1;
    callNext(state);
  };
  const late = setTimeout(end, TURN_MS_MAX);
  response.once("prefinish", end);
  return true;
}

function calledInTurn({ waiting }: Turns, client: string, response: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const line = waiting.get(client) ?? [];
    const proceed = () => {
      response.off("close", giveUp);
      resolve(true);
    };
    const giveUp = () => {
      line.splice(line.indexOf(proceed), 1);
      if (line.length === 0) waiting.delete(client);
      resolve(false);
    };
    line.push(proceed);
    waiting.set(client, line);
    response.once("close", giveUp);
  });
}

function callNext(state: Turns): void {
  const [next] = state.waiting;
  if (!next || state.rendering >= RENDERINGS_MAX) return;
  const [client, line] = next;
  const proceed = line.shift();
  // Moves the client to the end of the queue.
  state.waiting.delete(client);
  if (line.length > 0) state.waiting.set(client, line);
  state.rendering += 1;
  proceed?.();
}
