import type { CallOptions } from "@/lib/client/call";
import { type Cairn, createClient } from "@/lib/client/operations";
import { type Io, usage } from "@/lib/command/io";
import { forget, keep, kept, placeOf } from "@/lib/command/talk/kept";

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** How commands call the service. The token goes only to operations that need one, so it is not in here. */
export function callOptions({ base, fetch, signal }: Io): CallOptions {
  return { base, fetch, signal, timeoutMs: TIMEOUT_MS, attempts: ATTEMPTS };
}

export function cairnOf(io: Io, options: CallOptions = {}): Cairn {
  return createClient({ ...callOptions(io), ...options });
}

const tokenFile = (io: Io) => placeOf(io, "token.json");

/** The token that `cairn login` kept for this service; null without one. */
export async function keptToken(io: Io): Promise<string | null> {
  const found = await kept<{ token: string }>(tokenFile(io));
  return typeof found?.token === "string" ? found.token : null;
}

export function keepToken(io: Io, token: string): void {
  keep(tokenFile(io), { token });
}

/** Throws if no token can be kept. */
export async function checkTokenPlace(io: Io): Promise<void> {
  const probe = placeOf(io, "probe");
  keep(probe, null);
  await forget(probe);
}

export function forgetToken(io: Io): Promise<boolean> {
  return forget(tokenFile(io));
}

/** The words of an argument list as one text; a single `-` means stdin. Throws a CommandError for an empty text. */
export async function textOf(words: string[], io: Io, what: string): Promise<string> {
  const text = words.join(" ").trim() === "-" ? ((await io.input()) ?? "") : words.join(" ");
  if (text.trim() !== "") return text.trim();
  throw usage(`${what} is missing.`, `Write it after the command, or "-" and pipe it in.`);
}
