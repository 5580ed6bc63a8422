import { type Stated, technologiesOf } from "@/lib/command/projects/collect";
import type { Place } from "@/lib/command/projects/place";
import { addressesIn, ELSEWHERE, foreignHost } from "@/lib/command/projects/registries";
import type { Technology } from "@/lib/command/projects/technology";
import { PHP, rangeOf, versionOf } from "@/lib/command/projects/version-texts";
import { without } from "@/lib/command/projects/without";

const MIB_MAX = 1;
const PROPERTIES_DEEP_MAX = 5;
const CHARACTERS_MAX = 256;
/** A tag, and the text after it. The lookahead keeps a name without its end from being read again and again. */
const TAG = /<(\/?)([\w.:-]+)(?=[\s/>])([^<>]*)>([^<]*)/g;

/** The parent, the dependencies and the imported lists of versions of a `pom.xml`, and Java. */
export function readJava(place: Place): Technology[] {
  const text = place.text("pom.xml", MIB_MAX);
  if (text === null) return [];
  const plain = without(without(text, "<!--", "-->"), "<![CDATA[", "]]>");
  if (!/<project[\s>]/.test(plain) || !plain.trimEnd().endsWith("</project>")) {
    place.warn("pom.xml", "is malformed and was ignored: it is not a whole project element");
    return [];
  }
  const { properties, packages } = contentOf(plain);
  const expanded = (value = ""): string => {
    let read = value;
    for (let deep = 0; deep < PROPERTIES_DEEP_MAX && read.length <= CHARACTERS_MAX; deep += 1)
      read = read.replace(/\$\{([^{}]+)\}/g, (whole, name) => properties.get(name) ?? whole);
    return read;
  };
  const group =
    /<groupId>\s*([^<\s]+)\s*</.exec(plain.replace(/<(dependenc(?:y|ies)|parent|build)>.*/s, ""))?.[1] ?? "";
  const isOwn = ownModules([group], mavenRegistry(place));
  const stated = packages.flatMap(({ groupId, artifactId, version }): Stated[] => {
    if (!groupId || !artifactId) return [];
    const written = expanded(version);
    const exact = /^[[(]/.test(written) ? null : versionOf(written);
    return [
      {
        name: `${groupId}:${artifactId}`,
        locked: exact,
        range: exact ? null : rangeOf(written, PHP),
        withheld: isOwn(groupId),
      },
    ];
  });
  const names = ["maven.compiler.release", "java.version", "maven.compiler.source"];
  const java = names.flatMap((name) => properties.get(name) ?? [])[0];
  const release = expanded(java).replace(/^1\./, "");
  return [
    ...(versionOf(release) ? [{ technology: "java", version: `^${release}`, exact: false, source: "pom.xml" }] : []),
    ...technologiesOf("maven", stated, { manifest: "pom.xml", lock: null }),
  ];
}

const REPOSITORY = /<(?:repository|mirror)>(?:(?!<\/(?:repository|mirror)>).){0,2000}?<url>\s*([^<\s]+)/gs;

/** Why what a build of Java asks for is not sent, where it asks registries that are not public; else null. */
export function mavenRegistry(place: Place): string | null {
  return foreignHost(addressesIn(place, ["pom.xml", ".m2/settings.xml"], REPOSITORY));
}

/** Why a module of a group is not sent: one of the project's own organisation, or where `foreign` says so. */
export function ownModules(groups: readonly string[], foreign: string | null): (group: string) => string | null {
  const own = groups.filter((group) => group !== "").map((group) => group.split(".").slice(0, 2).join("."));
  return (group) => (own.some((one) => group === one || group.startsWith(`${one}.`)) ? ELSEWHERE : foreign);
}

/** The properties, and the members of each parent and dependency that hold text. */
function contentOf(text: string) {
  const properties = new Map<string, string>();
  const packages: Array<Record<string, string>> = [];
  const open: string[] = [];
  for (const [, slash, name = "", rest = "", value = ""] of text.matchAll(TAG)) {
    if (slash) {
      if (open.at(-1) === name) open.pop();
    } else if (!rest.endsWith("/")) {
      const outer = open.at(-1);
      if (outer === "properties" && value.length <= CHARACTERS_MAX) properties.set(name, value.trim());
      if (name === "parent" || name === "dependency") packages.push({});
      const package_ = packages.at(-1);
      if (package_ && (outer === "parent" || outer === "dependency")) package_[name] ??= value.trim();
      open.push(name);
    }
  }
  return { properties, packages };
}
