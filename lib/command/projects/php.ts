import { jsonObject, own, type Place, textOf } from "@/lib/command/projects/place";
import { ELSEWHERE } from "@/lib/command/projects/registries";
import { runtime, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { PHP, rangeOf } from "@/lib/command/projects/version-texts";

/** The direct requirements of a `composer.json`, as `composer.lock` pins them, and PHP. */
export function readPhp(place: Place): Technology[] {
  const manifest = place.read("composer.json", jsonObject);
  if (!manifest) return [];
  const lockText = place.text("composer.lock");
  const lock = lockText === null ? null : place.parsed("composer.lock", lockText, jsonObject);
  const pinned = new Map<string, string>();
  const listed = new Set<string>();
  for (const list of [lock?.packages, lock?.["packages-dev"]])
    for (const each of Array.isArray(list) ? list : []) {
      pinned.set(String(each?.name), String(each?.version));
      // Only what Packagist gave out is sent, and nothing of another registry.
      if (each?.["notification-url"] === "https://packagist.org/downloads/") listed.add(String(each?.name));
    }
  const isOwn = (name: string) => (lockText !== null ? !listed.has(name) : manifest.repositories !== undefined);
  const wanted = ["require", "require-dev"].flatMap((section) => Object.entries(own(manifest, section) ?? {}));
  const stated = wanted
    .filter(([name]) => name.includes("/"))
    .map(([name, range]) => ({
      name,
      locked: pinned.get(name) ?? null,
      range: rangeOf(textOf(range) ?? "", PHP),
      withheld: isOwn(name) ? ELSEWHERE : null,
    }));
  const php = rangeOf(textOf(own(manifest, "require")?.php) ?? "", PHP);
  // The PHP version for which Composer installs.
  const platform = runtime("php", textOf(own(own(manifest, "config"), "platform")?.php), "composer.json");
  return [
    ...platform,
    ...(php ? [{ technology: "php", version: php, exact: false, source: "composer.json" }] : []),
    ...technologiesOf("composer", stated, { manifest: "composer.json", lock: "composer.lock" }),
  ];
}
