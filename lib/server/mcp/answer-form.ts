import Negotiator from "negotiator";

/** The form of an answer: one JSON body, or an event for each message. */
export type AnswerForm = "application/json" | "text/event-stream";

const JSON_TYPE = "application/json";
const EVENTS_TYPE = "text/event-stream";

/**
 * The form for an `Accept` header: events for clients that accept them and no JSON, else JSON, also where neither is
 * named.
 */
export function answerForm(accept: string | undefined): AnswerForm {
  const [first, ...others] = new Negotiator({ headers: { accept } }).mediaTypes([JSON_TYPE, EVENTS_TYPE]);
  return first === EVENTS_TYPE && others.length === 0 ? EVENTS_TYPE : JSON_TYPE;
}

/**
 * A response of the protocol server in the form that the client accepts, once all its messages are there. What has no
 * messages stays as it is.
 */
export async function inForm(response: Response, form: AnswerForm, isBatch: boolean): Promise<Response> {
  const made = response.headers.get("content-type")?.split(";", 1)[0];
  if (response.status !== 200 || made === form || (made !== JSON_TYPE && made !== EVENTS_TYPE)) return response;
  const text = await response.text();
  const body =
    form === EVENTS_TYPE ? listOf(JSON.parse(text)).map(eventOf).join("") : jsonOf(messagesIn(text), isBatch);
  return new Response(body, { status: response.status, headers: { "content-type": form } });
}

function listOf(message: unknown): unknown[] {
  return Array.isArray(message) ? message : [message];
}

function eventOf(message: unknown): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

function jsonOf(messages: string[], isBatch: boolean): string {
  return isBatch ? `[${messages.join(",")}]` : (messages.at(-1) ?? "");
}

/** The messages of a stream of events, as JSON. Events without data only keep a connection alive. */
function messagesIn(events: string): string[] {
  return events.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trimStart()] : []));
    const text = data.join("\n");
    return text === "" ? [] : [text];
  });
}
