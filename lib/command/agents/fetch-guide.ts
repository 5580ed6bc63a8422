import { CommandError, EXIT, type Io } from "@/lib/command/io";

const TIME_MS_MAX = 15_000;
const CHARACTERS_MAX = 100_000;

/** The guide of the service: the text of the skill that teaches an agent to use it. Throws CommandError. */
export async function fetchGuide(io: Pick<Io, "base" | "fetch" | "signal">): Promise<string> {
  const address = `${io.base}/skill.md`;
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(TIME_MS_MAX)]);
  let answer: { status: number; text: string };
  try {
    const response = await io.fetch(address, { signal });
    answer = { status: response.status, text: await response.text() };
  } catch {
    throw new CommandError(
      "no_answer",
      `No answer came from ${address}.`,
      "Check the network and the address of the service, then run the command again. Nothing was changed.",
      EXIT.unreachable,
    );
  }
  const { status, text } = answer;
  if (status === 200 && text.startsWith("---\nname: cairn\n") && text.length <= CHARACTERS_MAX) return text;
  throw new CommandError(
    "no_guide",
    `${address} does not answer with the guide of this service (status ${status}).`,
    "Name the address of the service with --url. Nothing was changed.",
  );
}
