import type { Place } from "@/lib/command/projects/place";
import { ELSEWHERE, isPublic } from "@/lib/command/projects/registries";
import { runtime, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { RUBY, rangeOf } from "@/lib/command/projects/version-texts";

/** The direct dependencies of a `Gemfile.lock`, with the versions that it pins, and Ruby. */
export function readRuby(place: Place): Technology[] {
  const text = place.text("Gemfile.lock");
  if (text === null) return [];
  const pinned = new Map<string, string>();
  const wanted = new Map<string, string>();
  let ruby: string | null = null;
  let section = "";
  let isHere = false;
  const others = new Set<string>();
  for (const line of text.split(/\r?\n/)) {
    if (/^\S/.test(line)) {
      section = line.trim();
      isHere = false;
      continue;
    }
    const remote = section === "GEM" ? /^ {2}remote: (\S+)/.exec(line)?.[1] : undefined;
    if (remote !== undefined) isHere = isPublic(remote);
    const [, indent = "", name = "", version = ""] = /^( +)([\w.-]+)!?(?: \(([^)]*)\))?$/.exec(line) ?? [];
    if (section === "DEPENDENCIES" && name) wanted.set(name, version);
    else if (indent.length === 4 && version) {
      pinned.set(name, version.replace(/-(?:x86|x64|arm|aarch|java|universal).*$/, ""));
      if (!isHere) others.add(name);
    }
    if (section === "RUBY VERSION") ruby = /ruby (\S+)/.exec(line)?.[1] ?? ruby;
  }
  if (wanted.size === 0 && pinned.size === 0) place.warn("Gemfile.lock", "lists no gems and was ignored");
  const stated = [...wanted].map(([name, range]) => ({
    name,
    locked: pinned.get(name) ?? null,
    range: rangeOf(range, RUBY),
    withheld: others.has(name) || !pinned.has(name) ? ELSEWHERE : null,
  }));
  const files = { manifest: "Gemfile.lock", lock: "Gemfile.lock" };
  return [...runtime("ruby", ruby, "Gemfile.lock"), ...technologiesOf("gem", stated, files)];
}
