import type { ServerResponse } from "node:http";
import { singleton } from "@/lib/platform/singleton";

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
