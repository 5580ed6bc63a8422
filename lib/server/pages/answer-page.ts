import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { singleton } from "@/lib/platform/singleton";
import { newNonce, securityHeaders } from "@/lib/server/http/security-headers";
import { sendAnswer } from "@/lib/server/http/send-answer";
import { findAlternatePath } from "@/lib/server/pages";
import { compressed, varyBy } from "@/lib/server/pages/compress";
import { holdScriptsBack } from "@/lib/server/pages/deferred-scripts";
import { keptOrMade } from "@/lib/server/pages/page-cache";
import type { PageExchange } from "@/lib/server/pages/page-exchange";
import { type Rendered, renderPage } from "@/lib/server/pages/render-page";
import { turnToRender } from "@/lib/server/pages/rendering-turns";
import type { Pages } from "@/lib/server/pages/start-next";

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
