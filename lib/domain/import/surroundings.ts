import { readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { readCheckout } from "@/lib/domain/import/git-checkout";
import type { Found } from "@/lib/domain/skills/origin";
import { spdxOfFile } from "@/lib/domain/skills/spdx";

/** What the folder of a skill says about the origin of its files. */
export type Surroundings = Found;

/** The licence files of folders that were read already: many skills of one run lie below the same ones. */
export type KnownLicenses = Map<string, { has: boolean; license: string | null }>;

const LICENSE_FILES = ["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "LICENCE.txt", "LICENCE.md", "COPYING"];
const LICENSE_BYTES_MAX = 131_072;

/**
 * Reads the checkout that a skill's folder is part of (only with `checkout`), and the nearest licence file: in the
 * folder or above it, up to the top of the checkout, else up to the imported root. Only files are read: no program is
 * started and nothing is fetched.
 */
export function readSurroundings(
  folder: string,
  options: { root: string; checkout: boolean; known?: KnownLicenses | undefined },
): Surroundings {
  const checkout = readCheckout(folder);
  const top = checkout?.top ?? realpathSync(options.root);
  const license = nearestLicense(realpathSync(folder), top, options.known ?? new Map());
  if (!options.checkout || !checkout) return { repository: null, commit: null, license };
  return { repository: checkout.repository, commit: checkout.commit, license };
}

/** The nearest file counts, also when it is not recognised: one further up is about other files. */
function nearestLicense(folder: string, top: string, known: KnownLicenses): string | null {
  for (let place = folder; ; place = path.dirname(place)) {
    const found = known.get(place) ?? licenseIn(place);
    known.set(place, found);
    if (found.has) return found.license;
    if (place === top || place === path.dirname(place) || !place.startsWith(`${top}${path.sep}`)) return null;
  }
}

function licenseIn(place: string): { has: boolean; license: string | null } {
  for (const name of LICENSE_FILES) {
    const text = textOf(path.join(place, name));
    if (text !== null) return { has: true, license: spdxOfFile(text) };
  }
  return { has: false, license: null };
}

function textOf(file: string): string | null {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= LICENSE_BYTES_MAX ? readFileSync(file, "utf8") : null;
  } catch {
    // Missing or not permitted.
    return null;
  }
}
