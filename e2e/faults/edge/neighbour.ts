import { request as httpRequest } from "node:http";
import { question } from "@/e2e/support/fixtures";
import { search } from "@/lib/contract/public/search";

/** Addresses of well-behaved clients. */
export const NEIGHBOURS = Array.from({ length: 8 }, (_, i) => `127.0.0.${i + 2}`);
const WATCHER = "127.0.0.250";

export type Answered = { status: number; text: string; headers: Record<string, string | string[] | undefined> };
export type Asked = {
  port: number;
  from: string;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | undefined;
};

/**
 * One request from an address of this machine on a new connection. Rejects when no complete response arrives in time.
 */
export function askFrom(
  { port, from, method = "GET", path, headers = {}, body }: Asked,
  ms = 5_000,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const call = httpRequest(
      { host: "127.0.0.1", port, localAddress: from, method, path, agent: false, headers: { ...headers, ...length } },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        response.once("error", reject);
        response.once("end", () => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
        });
      },
    );
    const timer = setTimeout(() => call.destroy(new Error(`no answer in ${ms} ms`)), ms);
    call.once("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    call.end(body);
  });
}

/** The metrics page. */
export async function metricsOf(port: number, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  return (await askFrom({ port, from: WATCHER, path: "/metrics", headers }, 10_000)).text;
}

export type Thread = { thread_id: string; append_key: string };

/** Open threads without answers, opened by several neighbours to stay within the limits. */
export async function openThreads(port: number, count: number): Promise<Thread[]> {
  const threads: Thread[] = [];
  const headers = { "content-type": "application/json" };
  for (let i = 0; i < count; i += 1) {
    const from = NEIGHBOURS[i % NEIGHBOURS.length] ?? "";
    const body = JSON.stringify({ q: question() });
    const { status, text } = await askFrom({ port, from, method: "POST", path: "/api/v1/search", headers, body });
    if (status !== 200) throw new Error(`No thread was opened: ${status} ${text}`);
    const { thread } = search.output.parse(JSON.parse(text)).data;
    if (thread) threads.push(thread);
  }
  return threads;
}
