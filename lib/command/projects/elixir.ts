import type { Place } from "@/lib/command/projects/place";
import { ELSEWHERE } from "@/lib/command/projects/registries";
import { type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { RUBY, rangeOf } from "@/lib/command/projects/version-texts";

/** Options of a dependency that is not of hex.pm. */
const OWN = /\b(?:git|github|path|in_umbrella|organization|repo):/;

/** The dependencies of a `mix.exs`, as `mix.lock` pins them, and Elixir. Without the manifest all that the lock names. */
export function readElixir(place: Place): Technology[] {
  const text = place.text("mix.lock");
  const pinned = (text === null ? null : place.parsed("mix.lock", text, packagesIn)) ?? new Map<string, string>();
  const manifest = place.text("mix.exs", 1)?.replace(/^[ \t]*#.*$/gm, "") ?? null;
  const wanted = Array.from(
    (manifest ?? "").matchAll(/\{\s*:(\w+)\s*,(?:\s*"([^"]*)")?([^{}]{0,100})/g),
    ([, name = "", range = "", more = ""]) => ({ name, range, more }),
  );
  const names = manifest === null ? [...pinned.keys()].map((name) => ({ name, range: "", more: "" })) : wanted;
  // The first of a name counts.
  const each = new Map(names.toReversed().map((one) => [one.name, one]));
  const stated = [...each.values()].toReversed().map(
    ({ name, range, more }): Stated => ({
      name,
      locked: pinned.get(name) ?? null,
      range: rangeIn(range),
      withheld: (text !== null && !pinned.has(name)) || OWN.test(more) ? ELSEWHERE : null,
    }),
  );
  const elixir = rangeIn(/\belixir:\s*"([^"]+)"/.exec(manifest ?? "")?.[1] ?? "");
  return [
    ...(elixir ? [{ technology: "elixir", version: elixir, exact: false, source: "mix.exs" }] : []),
    ...technologiesOf("hex", stated, { manifest: "mix.exs", lock: "mix.lock" }),
  ];
}

function rangeIn(text: string): string | null {
  return rangeOf(text.replace(/\s+and\s+/g, ", ").replace(/\s+or\s+/g, " || "), RUBY);
}

function packagesIn(text: string): Map<string, string> {
  if (!/^\s*%\{/.test(text) || !text.trimEnd().endsWith("}")) throw new Error("it is not a map of Elixir");
  const found = text.matchAll(/^[ \t]*"(\w+)":\s*\{:hex,\s*:\w+,\s*"([^"]+)"([^\n]*)/gm);
  // The repository stands last, before a digest.
  const isOwn = (rest: string) => /"hexpm:[^"]*"(?:,\s*"\w*")?\},?\s*$/.test(rest);
  return new Map(
    Array.from(found)
      .filter(([, , , rest = ""]) => !isOwn(rest))
      .map(([, name = "", version = ""]): [string, string] => [name, version]),
  );
}
