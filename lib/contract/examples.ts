import recorded from "@/lib/contract/examples.json" with { type: "json" };

/** A whole request of an operation, by the names of its contract, and its whole answer. */
export type Example = { input: Readonly<Record<string, unknown>>; answer: unknown };

/** The origin in the examples, which stands for that of the service. */
export const EXAMPLE_BASE = "https://cairn.example";

/** One example of each operation, as the service took and answered it; a test plays them all. */
export const examples: ReadonlyMap<string, Example> = new Map(
  recorded.map(({ name, input, answer }): [string, Example] => [name, { input, answer }]),
);
