import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "@/e2e/support/listening";

export type StandIn = {
  url: string;
  /** Its behaviour from now on. `other` sends vectors of another length. */
  be(manner: "well" | "silent" | "broken" | "other"): void;
  /** Every text and key it received. */
  texts: string[];
  keys: Set<string | undefined>;
  models: Set<unknown>;
  close(): Promise<void>;
};

const OTHER = 4;

/**
 * An embeddings endpoint in OpenAI's format on loopback. Its vectors count the concepts of a text: texts without a
 * common word are similar when their words belong to one concept.
 */
export async function startStandIn(concepts: readonly RegExp[]): Promise<StandIn> {
  let manner: Parameters<StandIn["be"]>[0] = "well";
  const seen = { texts: [] as string[], keys: new Set<string | undefined>(), models: new Set<unknown>() };
  const vector = (text: string) => [
    ...concepts.map((concept) => (text.match(concept) ?? []).length),
    0.05,
    ...(manner === "other" ? Array<number>(OTHER).fill(0) : []),
  ];
  const server = createServer(async (request, response) => {
    const { input, model } = JSON.parse(await text(request));
    seen.texts.push(...input);
    seen.keys.add(request.headers.authorization);
    seen.models.add(model);
    if (manner === "silent") return;
    if (manner === "broken") return void response.writeHead(500).end("no");
    const data = input.map((text: string, index: number) => ({ index, embedding: vector(text) }));
    response.setHeader("content-type", "application/json").end(JSON.stringify({ data: data.reverse() }));
  });
  const { port, close } = await listening(server);
  return {
    ...seen,
    url: `http://127.0.0.1:${port}/v1`,
    be(next) {
      manner = next;
    },
    close,
  };
}
