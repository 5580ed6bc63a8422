import type { ServerResponse } from "node:http";
import { singleton } from "@/lib/platform/singleton";

/** One thread renders. More pages at once are not finished sooner, but each step of any other request waits for a step of all of them. */
const RENDERINGS_MAX = 2;
/** A rendering that takes longer mostly waits, as for a database that does not answer, and must keep nobody else from rendering. */
const TURN_MS_MAX = 250;

type Turns = {
  rendering: number;
  /** Who waits, by client. The client that comes first has waited longest since its last turn. */
  waiting: Map<string, Array<() => void>>;
};

const turns = () => singleton<Turns>("rendering-turns", () => ({ rendering: 0, waiting: new Map() }));

/**
 * Resolves when a page may be rendered into `response`: two are rendered at a time, and clients take turns, however many pages each
 * waits for. The turn ends when the page is made or its client is gone, at the latest 250 ms later. Resolves false, and takes no
 * turn, when the client has gone meanwhile.
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
  response.once("prefinish", end).once("close", end);
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
  // Behind all others who wait.
  state.waiting.delete(client);
  if (line.length > 0) state.waiting.set(client, line);
  state.rendering += 1;
  proceed?.();
}
