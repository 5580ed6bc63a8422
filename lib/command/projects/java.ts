import { type Stated, technologiesOf } from "@/lib/command/projects/collect";
import type { Place } from "@/lib/command/projects/place";
import type { Technology } from "@/lib/command/projects/technology";
import { PHP, rangeOf, versionOf } from "@/lib/command/projects/version-texts";

const PROPERTIES_DEEP_MAX = 5;

/** The parent, the dependencies and the imported lists of versions of a `pom.xml`, and Java. */
export function readJava(place: Place): Technology[] {
  const given = place.text("pom.xml");
  if (given === null) return [];
  const text = given.replace(/<!--[\s\S]*?-->/g, "");
  if (!/<project[\s>]/.test(text) || !/<\/project>\s*$/.test(text)) {
    place.warn("pom.xml", "is malformed and was ignored: it is no whole project element");
    return [];
  }
  const properties = new Map<string, string>();
  for (const [, block = ""] of text.matchAll(/<properties>([\s\S]*?)<\/properties>/g))
    for (const [, name = "", value = ""] of block.matchAll(/<([\w.-]+)>([^<]*)<\/\1>/g))
      properties.set(name, value.trim());
  const version = (value: string | null): string | null => {
    let read = value;
    for (let deep = 0; read?.includes("${") && deep < PROPERTIES_DEEP_MAX; deep += 1)
      read = read.replace(/\$\{([^}]+)\}/g, (whole, name) => properties.get(name) ?? whole);
    return read;
  };
  const elements = [...text.matchAll(/<(parent|dependency)>([\s\S]*?)<\/\1>/g)].map(([, , block = ""]) => block);
  const stated = elements.flatMap((block): Stated[] => {
    const plain = block.replace(/<exclusions>[\s\S]*?<\/exclusions>/g, "");
    const [group, artifact] = [element(plain, "groupId"), element(plain, "artifactId")];
    const written = version(element(plain, "version"));
    if (!group || !artifact) return [];
    const exact = written && !/^[[(]/.test(written) ? versionOf(written) : null;
    return [{ name: `${group}:${artifact}`, locked: exact, range: written && !exact ? rangeOf(written, PHP) : null }];
  });
  const java = ["maven.compiler.release", "java.version", "maven.compiler.source"].flatMap(
    (name) => properties.get(name) ?? [],
  );
  const release = version(java[0] ?? null)?.replace(/^1\./, "") ?? null;
  return [
    ...(release && versionOf(release)
      ? [{ technology: "java", version: `^${release}`, exact: false, source: "pom.xml" }]
      : []),
    ...technologiesOf("maven", stated, { manifest: "pom.xml", lock: null }),
  ];
}

function element(block: string, name: string): string | null {
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(block)?.[1] ?? null;
}
