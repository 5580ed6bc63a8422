import { parse } from "smol-toml";
import { own, type Place, textOf, without } from "@/lib/command/projects/place";
import { addressesIn, ELSEWHERE, foreignHost } from "@/lib/command/projects/registries";
import { runtime, type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { PHP, rangeOf, versionOf } from "@/lib/command/projects/version-texts";
import { withJavaNumbers } from "@/lib/contract/versions";

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
function mavenRegistry(place: Place): string | null {
  return foreignHost(addressesIn(place, ["pom.xml", ".m2/settings.xml"], REPOSITORY));
}

/** Why a module of a group is not sent: one of the project's own organisation, or where `foreign` says so. */
function ownModules(groups: readonly string[], foreign: string | null): (group: string) => string | null {
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

const SCRIPTS = ["build.gradle", "build.gradle.kts"] as const;
const REGISTRY = /\b(?:url|uri|setUrl|maven)\b[ \t]{0,9}[=(]?[ \t]{0,9}(?:uri\()?["']([^"']+)["']/g;
const CATALOG = "gradle/libs.versions.toml";
const LOCK = "gradle.lockfile";
/** Plugins whose versions are those of a technology, by the beginning of their id. */
const PLUGINS: ReadonlyArray<[id: string, module: string]> = [
  ["org.springframework.boot", "org.springframework.boot:spring-boot"],
  ["org.jetbrains.kotlin", "org.jetbrains.kotlin:kotlin-stdlib"],
  ["io.quarkus", "io.quarkus:quarkus-core"],
  ["io.micronaut", "io.micronaut:micronaut-core"],
];

/**
 * The dependencies that the scripts and the version catalog of a Gradle project name, as its `gradle.lockfile` pins
 * them, and Java and Gradle. Scripts are programs: only versions that they state as texts are read.
 */
export function readGradle(place: Place): Technology[] {
  const locked = place.read(LOCK, modulesIn) ?? new Map<string, string>();
  const scripts = SCRIPTS.flatMap((file) => {
    const text = place.text(file, MIB_MAX);
    return text === null ? [] : [{ file, text: text.replace(/^[ \t]*\/\/.*$/gm, "") }];
  });
  const stated = [...scripts.flatMap(({ file, text }) => inScript(text, file)), ...catalogOf(place)];
  const all =
    stated.length > 0 ? stated : [...locked.keys()].map((name): Stated => ({ name, locked: null, range: null }));
  const files = ["settings.gradle", "settings.gradle.kts", ...SCRIPTS, ".gradle/init.gradle"];
  const foreign = foreignHost(addressesIn(place, files, REGISTRY)) ?? mavenRegistry(place);
  const group = scripts.map(({ text }) => /^[ \t]*group[ \t]*=?[ \t]*["']([\w.-]+)["']/m.exec(text)?.[1] ?? "");
  const withheld = ownModules(group, foreign);
  const pinned = all.map(
    (one): Stated => ({
      ...one,
      locked: locked.get(one.name) ?? one.locked,
      withheld: withheld(one.name.split(":")[0] ?? ""),
    }),
  );
  const wrapper = place.text("gradle/wrapper/gradle-wrapper.properties") ?? "";
  return [
    ...scripts.flatMap(({ file, text }) => javaIn(text, file)),
    ...runtime(
      "gradle",
      /gradle-([\w.-]+?)-(?:bin|all)\.zip/.exec(wrapper)?.[1] ?? null,
      "gradle/wrapper/gradle-wrapper.properties",
    ),
    ...pinned.flatMap((one) => {
      const isLocked = locked.has(one.name);
      return technologiesOf("maven", [one], {
        manifest: one.source ?? LOCK,
        lock: isLocked ? LOCK : (one.source ?? LOCK),
      });
    }),
  ];
}

function modulesIn(text: string): Map<string, string> {
  const modules = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === "" || line.startsWith("#") || line.startsWith("empty=")) continue;
    const [, module, version] = /^([^:=\s]+:[^:=\s]+):([^:=\s]+)=/.exec(line) ?? [];
    if (!module || !version) throw new Error(`"${line.slice(0, 40)}" is not an entry of a lock file`);
    modules.set(module, version);
  }
  return modules;
}

function inScript(text: string, source: string): Stated[] {
  const found: Stated[] = [];
  for (const [, name = "", version = ""] of text.matchAll(/["']([\w.-]+:[\w.-]+)(?::([^"':@$\s]+))?(?:@\w+)?["']/g))
    found.push(module(name, version, source));
  for (const [, id = "", version = ""] of text.matchAll(
    /\bid[\s(]*["']([\w.-]+)["']\)?\s*version[\s(]*["']([^"'$]+)["']/g,
  ))
    found.push(...plugin(id, version, source));
  for (const [, name = "", version = ""] of text.matchAll(/\bkotlin\(["'](\w+)["']\)\s*version\s*["']([^"'$]+)["']/g))
    found.push(...plugin(`org.jetbrains.kotlin.${name}`, version, source));
  return found;
}

function module(name: string, written: string, source: string): Stated {
  const isRange = /^[[(\]]|\+$/.test(written);
  // "1.+" is every version that begins so.
  return {
    name,
    locked: isRange || written === "" ? null : versionOf(written),
    range: isRange ? rangeOf(written.replace(/\.\+$/, ".*"), PHP) : null,
    source,
  };
}

function plugin(id: string, version: string, source: string): Stated[] {
  const known = PLUGINS.find(([begin]) => id === begin || id.startsWith(`${begin}.`));
  return known ? [module(known[1], version, source)] : [];
}

function javaIn(text: string, source: string): Technology[] {
  const version =
    /JavaLanguageVersion\.of\(\s*["']?(\d+)/.exec(text)?.[1] ??
    /jvmToolchain\(\s*(\d+)/.exec(text)?.[1] ??
    /(?:source|target)Compatibility[ \t]{0,9}=?[ \t]{0,9}(?:JavaVersion\.VERSION_)?["']?([\d._]+)/.exec(text)?.[1];
  return version ? runtime("java", withJavaNumbers(version.replace("_", ".")), source) : [];
}

/** The libraries and plugins of a version catalog. */
function catalogOf(place: Place): Stated[] {
  for (const { file, text } of place.above(CATALOG)) {
    const catalog = place.parsed(file, text, parse);
    if (!catalog) return [];
    const versions = own(catalog, "versions");
    const versionIn = (entry: unknown): string => {
      const given = Object(entry).version;
      const named = own({ given }, "given");
      const reference = textOf(named?.ref);
      const value: unknown = reference === null ? given : versions?.[reference];
      const rich = own({ value }, "value");
      return textOf(value) ?? textOf(rich?.strictly) ?? textOf(rich?.require) ?? textOf(rich?.prefer) ?? "";
    };
    const libraries = Object.values(own(catalog, "libraries") ?? {}).flatMap((entry): Stated[] => {
      const [, short, version = ""] = /^([^:]+:[^:]+)(?::(.+))?$/.exec(textOf(entry) ?? "") ?? [];
      if (short) return [module(short, version, file)];
      const { group, name } = Object(entry);
      const whole = textOf(Object(entry).module) ?? (group && name ? `${group}:${name}` : null);
      return whole === null ? [] : [module(whole, versionIn(entry), file)];
    });
    const plugins = Object.values(own(catalog, "plugins") ?? {}).flatMap((entry) => {
      const [id = "", version = ""] = (textOf(entry) ?? "").split(":");
      return plugin(id || (textOf(Object(entry).id) ?? ""), version || versionIn(entry), file);
    });
    return [...libraries, ...plugins];
  }
  return [];
}
