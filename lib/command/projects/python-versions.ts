import { inFull } from "@/lib/contract/versions/written-version";

/** A version by PEP 440: its release, and what marks a prerelease or a development release. The tests compare it with a library. */
const VERSION =
  /^v?(?:\d+!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|a|beta|b|rc|c|preview|pre)[-_.]?(\d+)?)?(?:-\d+|[-_.]?(?:post|rev|r)(?:[-_.]?\d+)?)?(?:[-_.]?(dev)(?:[-_.]?(\d+))?)?(?:\+[a-z\d]+(?:[-_.][a-z\d]+)*)?$/i;
const CHARACTERS_MAX = 200;

/**
 * A version by PEP 440 as node-semver writes it: "5.0a1" → "5.0.0-alpha.1", "2.3.1+cu121" and "2.3.1.post1" → "2.3.1",
 * "2.0.dev3" → "2.0.0-dev.3". Null for a text that is none.
 */
export function pythonVersionOf(text: string): string | null {
  const plain = text.trim();
  const read = plain.length > CHARACTERS_MAX ? null : VERSION.exec(plain);
  if (!read) return null;
  const [, release = "", letter, number = "0", dev, ofDev = "0"] = read;
  const first = letter?.toLowerCase()[0];
  const name = first === "a" ? "alpha" : first === "b" ? "beta" : "rc";
  const prerelease = letter ? `${name}.${Number(number)}` : dev ? `dev.${Number(ofDev)}` : "";
  return inFull({ numbers: release.split(".").map((each) => String(Number(each))), prerelease });
}
