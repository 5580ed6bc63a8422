import { own, type Place, textOf } from "@/lib/command/projects/place";
import { parseRange } from "@/lib/command/projects/ranges";
import { ELSEWHERE, isPublic } from "@/lib/command/projects/registries";
import { type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { yamlObjects } from "@/lib/command/projects/yaml-documents";

/** The dependencies of a `pubspec.yaml`, as `pubspec.lock` pins them, and Dart and Flutter. */
export function readDart(place: Place): Technology[] {
  const first = (text: string) => yamlObjects(text)[0] ?? {};
  const manifest = place.read("pubspec.yaml", first);
  const lock = place.read("pubspec.lock", first);
  const packages = own(lock, "packages");
  if (lock && !packages) place.warn("pubspec.lock", "lists no packages and was ignored");
  const pinned = (name: string) => textOf(own(packages, name)?.version);
  const wanted = ["dependencies", "dev_dependencies"].flatMap((section) =>
    Object.entries(own(manifest, section) ?? {}),
  );
  const direct = Object.keys(packages ?? {})
    .filter((name) => textOf(own(packages, name)?.dependency)?.startsWith("direct"))
    .map((name): [string, unknown] => [name, null]);
  const isOwn = (name: string, entry: Record<string, unknown> | null) => {
    const address = textOf(own(own(packages, name), "description")?.url);
    return address === null ? entry?.hosted !== undefined || packages !== null : !isPublic(address);
  };
  const stated = (manifest ? wanted : direct).flatMap(([name, given]): Stated[] => {
    const entry = own({ given }, "given");
    // Parts of the SDK, and packages of somebody's own.
    if (entry && (entry.sdk ?? entry.path ?? entry.git) !== undefined) return [];
    return [
      {
        name,
        locked: pinned(name),
        range: rangeOf(textOf(given) ?? textOf(entry?.version)),
        withheld: isOwn(name, entry) ? ELSEWHERE : null,
      },
    ];
  });
  const environment = own(manifest, "environment");
  const sdks = own(lock, "sdks");
  return [
    ...sdk("dart", environment?.sdk, sdks?.dart),
    ...sdk("flutter", environment?.flutter, sdks?.flutter),
    ...technologiesOf("pub", stated, { manifest: "pubspec.yaml", lock: "pubspec.lock" }),
  ];
}

function sdk(technology: string, stated: unknown, locked: unknown): Technology[] {
  const own = rangeOf(textOf(stated));
  const version = own ?? rangeOf(textOf(locked));
  return version ? [{ technology, version, exact: false, source: own ? "pubspec.yaml" : "pubspec.lock" }] : [];
}

function rangeOf(text: string | null): string | null {
  return text !== null && /\d/.test(text) && parseRange(text) ? text : null;
}
