import { read } from "@/db/client";
import { publishLogHead } from "@/db/queries/publish-log";
import { listedTechnologies } from "@/db/queries/technologies";
import { withoutRecording } from "@/db/query-recorder";
import { log } from "@/lib/platform/log";
import { singleton } from "@/lib/platform/singleton";
import { type KnownTechnologies, makeKnownTechnologies } from "@/lib/search/asked/technology-names";

const CHECK_EVERY_MS = 2_000;
/** The share of time spent loading at most, so that a large library is not reloaded continuously. */
const LOAD_SHARE = 0.02;
const NAMES_MAX = 300;

type Loaded = { log_sequence: string; known: KnownTechnologies };
type State = { loaded: Loaded | null; loading: Promise<Loaded> | null; checkedAt: number; notBefore: number };

const state = () =>
  singleton<State>("search-known-technologies", () => ({ loaded: null, loading: null, checkedAt: 0, notBefore: 0 }));

/**
 * The technologies that the library and the alias table know, from memory. Only the first call waits for the database;
 * later ones refresh in the background, so a technology that was first listed some seconds ago may be missing: ask
 * `newerTechnologies` before a name is called unknown.
 */
export async function knownTechnologies(): Promise<KnownTechnologies> {
  const here = state();
  if (here.loaded === null) return (await load()).known;
  const now = Date.now();
  if (now - here.checkedAt > CHECK_EVERY_MS && now > here.notBefore) {
    here.checkedAt = now;
    void withoutRecording(newerTechnologies).catch((error: unknown) =>
      log().warn({ err: String(error) }, "the known technologies could not be refreshed"),
    );
  }
  return here.loaded.known;
}

/** Names of listed technologies in alphabetical order, for the completion of a field; at most 300. */
export async function listTechnologyNames(): Promise<string[]> {
  return [...(await knownTechnologies()).listed.keys()].sort().slice(0, NAMES_MAX);
}

/** The technologies as they are now; null when nothing has been published since they were loaded. */
export async function newerTechnologies(): Promise<KnownTechnologies | null> {
  const { loaded } = state();
  if (loaded !== null && (await read(publishLogHead)) === loaded.log_sequence) return null;
  return (await load()).known;
}

function load(): Promise<Loaded> {
  const here = state();
  here.loading ??= loadOnce(here).finally(() => {
    here.loading = null;
  });
  return here.loading;
}

async function loadOnce(here: State): Promise<Loaded> {
  const started = Date.now();
  const { log_sequence, entries } = await withoutRecording(() => read(listedTechnologies));
  here.loaded = { log_sequence, known: makeKnownTechnologies(entries) };
  here.checkedAt = Date.now();
  here.notBefore = here.checkedAt + (here.checkedAt - started) / LOAD_SHARE;
  return here.loaded;
}
