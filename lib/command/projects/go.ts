import type { Place } from "@/lib/command/projects/place";
import { parseRange } from "@/lib/command/projects/ranges";
import { ELSEWHERE } from "@/lib/command/projects/registries";
import { type Stated, type Technology, technologiesOf } from "@/lib/command/projects/technology";
import { versionOf } from "@/lib/command/projects/version-texts";

/** Hosts of modules that everybody may read; which repositories of them are private is not in any file. */
const HOSTS =
  /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org|(?:[\w-]+\.)?(?:golang\.org|google\.golang\.org|k8s\.io)|cloud\.google\.com|gopkg\.in|go\.[\w-]+\.(?:org|io|dev)|gorm\.io|entgo\.io|modernc\.org|gocloud\.dev)\//;
const GO_SETTINGS = [".config/go/env", "Library/Application Support/go/env"];

/** The direct requirements of a `go.mod`, which are the versions that are built with, and the least version of Go. */
export function readGo(place: Place): Technology[] {
  const text = place.text("go.mod");
  if (text === null) return [];
  const required: Array<[name: string, version: string]> = [];
  /** What is built instead of a module, or of one version of it: another version of it, or null for something else. */
  const replaced = new Map<string, string | null>();
  let go = "";
  let toolchain = "";
  let block = "";
  for (const line of text.split(/\r?\n/)) {
    const plain = (line.split("//")[0] ?? "").trim();
    const opened = /^(\w+)\s*\($/.exec(plain)?.[1];
    if (opened) block = opened;
    else if (plain === ")") block = "";
    const words = plain.split(/\s+/).map((word) => word.replace(/^["`]|["`]$/g, ""));
    const [verb = "", first = "", second = ""] = block && !opened ? [block, ...words] : words;
    if (verb === "go") go = first;
    if (verb === "toolchain" && first.startsWith("go")) toolchain = first.slice(2);
    if (verb === "require" && second && !/\/\/\s*indirect/.test(line)) required.push([first, second]);
    if (verb === "replace") {
      const [name, version] = words.slice(words.indexOf("=>") + 1);
      replaced.set(second === "=>" ? first : `${first} ${second}`, name === first ? (version ?? null) : null);
    }
  }
  if (go === "" && required.length === 0 && !/^[ \t]*module\s/m.test(text))
    place.warn("go.mod", "does not name a module and was ignored");
  const owner = /^[ \t]*module\s+"?([\w.-]+\/[\w.-]+)/m.exec(text)?.[1];
  const patterns = [
    ...["GOPRIVATE", "GONOPROXY", "GONOSUMDB"].map((key) => place.env[key] ?? ""),
    ...place.atHome(...GO_SETTINGS).map((each) => /^GOPRIVATE=(.*)$/m.exec(each)?.[1] ?? ""),
  ].flatMap((list) => list.split(",").filter((each) => each.trim() !== ""));
  const isOwn = (name: string) =>
    name.startsWith(`${owner}/`) || !HOSTS.test(name) || patterns.some((pattern) => matches(name, pattern.trim()));
  const stated = required.map(([name, version]): Stated => {
    const instead = replaced.get(`${name} ${version}`);
    const built = instead === undefined ? replaced.get(name) : instead;
    const withheld = isOwn(name) || built === null ? ELSEWHERE : null;
    return { name, locked: built === undefined ? version : built, range: null, withheld };
  });
  // A newer Go than the two lines name is used where it is installed.
  const least = toolchain || go;
  const known = parseRange(`>=${least}`) ? least : versionOf(least);
  return [
    ...(known ? [{ technology: "go", version: `>=${known}`, exact: false, source: "go.mod" }] : []),
    ...technologiesOf("go", stated, { manifest: "go.mod", lock: null }),
  ];
}

/** Whether a pattern of GOPRIVATE covers a module: each part of it as a shell matches names. */
function matches(module: string, pattern: string): boolean {
  const [wanted, parts] = [pattern.split("/"), module.split("/")];
  // A part with a bracket counts as one that matches.
  return wanted.every((part, at) => {
    const plain = part
      .replace(/[.+^${}()|\\]/g, "\\$&")
      .replaceAll("*", ".*")
      .replaceAll("?", ".");
    return part.includes("[") || new RegExp(`^${plain}$`).test(parts[at] ?? "");
  });
}
