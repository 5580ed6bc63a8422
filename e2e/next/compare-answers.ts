/** An answer as it came; names of headers in lower case. */
export type Answer = { status: number; headers: Array<[name: string, value: string]>; body: Buffer };

const SHOWN_CHARACTERS = 300;
const REQUEST_ID = /req_[\w-]{22}/g;
const OF_NEXTS_ROUTER = ["rsc", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"];

/** The only headers in which two answers may differ: why, and what of them may not (null if nothing is left). */
const HEADERS_MAY_DIFFER: Record<string, { because: string; rest: (value: string) => string | null }> = {
  date: { because: "It is the time of the answer.", rest: () => null },
  "x-request-id": { because: "It is random.", rest: (value) => value.replaceAll(REQUEST_ID, "req_") },
  "content-security-policy": {
    because: "Its nonce is random.",
    rest: (value) => value.replace(/'nonce-[\w-]{22}'/, "'nonce-'"),
  },
  ratelimit: {
    because: "Each process counts for itself, and its windows begin at other times.",
    rest: (value) => value.replaceAll(/;r=\d+;t=\d+/g, ""),
  },
  vary: {
    because: "Next adds the headers of its own router.",
    rest: (value) => without(value.split(", "), OF_NEXTS_ROUTER).join(", ") || null,
  },
  "content-length": {
    because: "Next sends the body of a route handler in chunks, without a length.",
    rest: () => null,
  },
  "transfer-encoding": { because: "The same.", rest: () => null },
  connection: {
    because: "After a body that is too large our server closes the connection, and Next reads the rest of the body.",
    rest: () => null,
  },
  "keep-alive": { because: "The same.", rest: () => null },
};

/** The only parts of a body that may differ, and what is compared in their place. */
const BODY_MAY_DIFFER: Array<{ because: string; what: RegExp; instead: string }> = [
  { because: "It is random.", what: REQUEST_ID, instead: "req_" },
  { because: "Each process has its own.", what: /"uptime_seconds":\d+/g, instead: '"uptime_seconds":0' },
];

/** What two writes of the same make: ids and keys, the end of an id beside its name, and times. */
const MADE: Array<{ what: RegExp; instead: string }> = [
  { what: /\b(con|thr|msg|kop|ck|ak|rc)_[\w-]{22,44}/g, instead: "$1_" },
  { what: /"mark":"[\w-]{6}"/g, instead: '"mark":""' },
  { what: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, instead: "" },
];

type Both = { ours: Answer; next: Answer };

/** How two answers differ, but for what may differ. `made`: each names what it made itself. */
export function compare({ ours, next }: Both, { made = false } = {}): string[] {
  const differences: string[] = [];
  const note = (what: string, one: string | null, other: string | null) => {
    if (one === other) return;
    const from = Math.max(0, placeOfDifference(one ?? "", other ?? "") - 60);
    const shown = (value: string | null) => JSON.stringify(value?.slice(from, from + SHOWN_CHARACTERS) ?? null);
    differences.push(`${what}: our server ${shown(one)}, Next ${shown(other)}`);
  };
  note("status", String(ours.status), String(next.status));
  for (const name of new Set([...ours.headers, ...next.headers].map(([each]) => each)))
    note(name, restOf(ours, name), restOf(next, name));
  const text = ({ body }: Answer) => replaced(textOf(body), made ? [...BODY_MAY_DIFFER, ...MADE] : BODY_MAY_DIFFER);
  note("body", text(ours), text(next));
  return differences;
}

/** The value of a header; undefined if there is none. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const values = headers.filter(([each]) => each === name).map(([, value]) => value);
  return values.length > 0 ? values.join(", ") : undefined;
}

/** The beginning of an answer, for a message. */
export function beginningOf({ status, body }: Answer): string {
  return `${status} ${textOf(body).slice(0, SHOWN_CHARACTERS)}`;
}

function restOf(answer: Answer, name: string): string | null {
  const value = headerOf(answer, name);
  if (value === undefined) return null;
  const differs = HEADERS_MAY_DIFFER[name];
  return differs ? differs.rest(value) : value;
}

/** A body as text; bytes that are not text as base64. */
function textOf(body: Buffer): string {
  const text = body.toString("utf8");
  return Buffer.from(text).equals(body) ? text : body.toString("base64");
}

function replaced(text: string, parts: Array<{ what: RegExp; instead: string }>): string {
  return parts.reduce((shown, { what, instead }) => shown.replaceAll(what, instead), text);
}

function placeOfDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function without(list: string[], names: string[]): string[] {
  return list.filter((each) => !names.includes(each));
}
