import { explain } from "@renovatebot/pep440";
import { inFull } from "@/lib/contract/versions/written-version";

const NAMES: Readonly<Record<string, string>> = { a: "alpha", b: "beta", rc: "rc" };

/**
 * A version by PEP 440 as node-semver writes it: "5.0a1" → "5.0.0-alpha.1", "2.3.1+cu121" and "2.3.1.post1" → "2.3.1",
 * "2.0.dev3" → "2.0.0-dev.3". Null for a text that is none.
 */
export function pythonVersionOf(text: string): string | null {
  const read = explain(text.trim());
  if (!read) return null;
  const [letter, number] = read.pre ?? [];
  const dev = read.is_devrelease ? `dev.${Number(/dev(\d+)/.exec(read.public)?.[1] ?? 0)}` : "";
  const prerelease = letter === undefined ? dev : `${NAMES[letter] ?? letter}.${number}`;
  return inFull({ numbers: read.release.map(String), prerelease });
}
