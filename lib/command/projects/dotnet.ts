import { own, type Place, textOf, without } from "@/lib/command/projects/place";
import { addressesIn, foreignHost } from "@/lib/command/projects/registries";
import { runtime, type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { PHP, rangeOf, versionOf } from "@/lib/command/projects/version-texts";

/** The project files of C#, F# and Visual Basic. */
export const DOTNET_PROJECT = /^[\w.-]+\.(?:cs|fs|vb)proj$/;
const LOCK = "packages.lock.json";
const CENTRAL = "Directory.Packages.props";
const SETTINGS = ["nuget.config", "NuGet.config", "NuGet.Config", ".nuget/NuGet/NuGet.Config"];
const SOURCE = /<add\s[^<>]*\bvalue="(https?:[^"]+)"/g;
const MIB_MAX = 1;
const ELEMENT = /<(PackageReference|PackageVersion)\s([^<>]*?)(\/?)>(?:\s*<Version>([^<]*)<)?/g;

/** The packages that the project files of a folder reference, as `packages.lock.json` pins them, and .NET. */
export function readDotnet(place: Place): Technology[] {
  const withheld = foreignHost(addressesIn(place, SETTINGS, SOURCE));
  const lock = place.read(LOCK, frameworksIn);
  const central = new Map<string, string>();
  for (const { text: props } of place.above(CENTRAL))
    for (const { name, version } of packagesIn(props)) if (!central.has(name)) central.set(name, version);
  const found = place.names(DOTNET_PROJECT).flatMap((file): Technology[] => {
    const project = without(place.text(file, MIB_MAX) ?? "", "<!--", "-->");
    const target = /<TargetFrameworks?>\s*([^<;\s]+)/.exec(project)?.[1] ?? "";
    const dotnet = runtime(".net", /^net(?:coreapp)?(\d+\.\d+)/.exec(target)?.[1] ?? null, file);
    const isWeb = /<Project\s[^<>]*Sdk="Microsoft\.NET\.Sdk\.Web"/.test(project);
    const web = isWeb ? dotnet.map((one) => ({ ...one, technology: "asp.net core" })) : [];
    const stated = packagesIn(project).map(({ name, version }): Stated => {
      const written = version || central.get(name) || "";
      // NuGet installs the lowest version that is allowed, which a plain one names.
      const exact = /[[(*]/.test(written) ? null : versionOf(written);
      return { name, locked: lock ? null : exact, range: exact ? `>=${exact}` : rangeOf(written, PHP), withheld };
    });
    return [...dotnet, ...web, ...(lock ? [] : technologiesOf("nuget", stated, { manifest: file, lock: file }))];
  });
  if (!lock) return found;
  const direct = lock.packages.map(([name, version]): Stated => ({ name, locked: version, range: null, withheld }));
  return [
    ...found,
    ...runtime(".net", lock.framework, LOCK),
    ...technologiesOf("nuget", direct, { manifest: LOCK, lock: LOCK }),
  ];
}

/** The first target framework of a lock file, and the packages that the project itself references. */
function frameworksIn(text: string): { framework: string | null; packages: Array<[name: string, version: string]> } {
  const lock: unknown = JSON.parse(text);
  const frameworks = own(lock, "dependencies");
  if (!frameworks) throw new Error("it lists no packages");
  const packages = new Map<string, string>();
  for (const framework of Object.keys(frameworks))
    for (const [name, entry] of Object.entries(own(frameworks, framework) ?? {})) {
      const { type, resolved } = Object(entry);
      if (type === "Direct" && textOf(resolved) !== null && !packages.has(name)) packages.set(name, resolved);
    }
  const [first = ""] = Object.keys(frameworks);
  return { framework: /^(?:net|\.NETCoreApp,Version=v)(\d+\.\d+)/.exec(first)?.[1] ?? null, packages: [...packages] };
}

function packagesIn(text: string): Array<{ name: string; version: string }> {
  return Array.from(text.matchAll(ELEMENT), ([, , attributes = "", , below = ""]) => {
    const name = /\b(?:Include|Update)="([^"]+)"/.exec(attributes)?.[1] ?? "";
    const version = /\bVersion(?:Override)?="([^"]+)"/.exec(attributes)?.[1] ?? below.trim();
    return { name, version };
  }).filter(({ name }) => name !== "");
}
