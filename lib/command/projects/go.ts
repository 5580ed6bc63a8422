import { runtime, type Stated, technologiesOf } from "@/lib/command/projects/collect";
import type { Place } from "@/lib/command/projects/place";
import type { Technology } from "@/lib/command/projects/technology";

/** The direct requirements of a `go.mod`, which are the versions that are built with, and Go. */
export function readGo(place: Place): Technology[] {
  const text = place.text("go.mod");
  if (text === null) return [];
  const stated: Stated[] = [];
  let go: string | null = null;
  let toolchain: string | null = null;
  let block = "";
  for (const line of text.split(/\r?\n/)) {
    const plain = line.replace(/\s*\/\/.*$/, "").trim();
    const opened = /^(\w+)\s*\($/.exec(plain)?.[1];
    if (opened) block = opened;
    else if (plain === ")") block = "";
    const [verb = "", first = "", second = ""] = block && !opened ? [block, ...plain.split(/\s+/)] : plain.split(/\s+/);
    if (verb === "go" && first) go = first;
    if (verb === "toolchain") toolchain = first.replace(/^go/, "");
    if (verb === "require" && second && !/\/\/\s*indirect/.test(line))
      stated.push({ name: first.replace(/^"|"$/g, ""), locked: second, range: null });
  }
  if (go === null && stated.length === 0 && !/^\s*module\s/m.test(text))
    place.warn("go.mod", "names no module and was ignored");
  return [
    ...runtime("go", toolchain ?? go, "go.mod"),
    ...technologiesOf("go", stated, { manifest: "go.mod", lock: null }),
  ];
}
