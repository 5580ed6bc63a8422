import { randomBytes } from "node:crypto";

export const SLUG_CHARACTERS_MAX = 64;

const NUMBERED_MAX = 30;

/** Below a skill's id, this path segment contains its versions. */
export const RESERVED_SLUG = "versions";
/** Devices of Windows, which can store no folder of such a name. */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[0-9])$/;

/**
 * A slug from a name or title: a-z, 0-9 and single hyphens, at most 64 characters, cut between words if possible. A
 * text without any Latin letter or digit becomes `skill`; a name that Windows cannot store gets an ending.
 */
export function slugFrom(text: string): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  const slug = shortened(words, SLUG_CHARACTERS_MAX) || "skill";
  return slug === RESERVED_SLUG || DEVICE.test(slug) ? `${slug}-skill` : slug;
}

/**
 * The slug for the n-th attempt, from 1: `name`, `name-2`, `name-3` … After thirty attempts it gets a random suffix, so
 * that a name shared by hundreds does not need hundreds of attempts.
 */
export function slugAttempt(slug: string, attempt: number): string {
  if (attempt === 1) return slug;
  const ending = attempt <= NUMBERED_MAX ? `-${attempt}` : `-${randomBytes(4).toString("hex")}`;
  return shortened(slug, SLUG_CHARACTERS_MAX - ending.length) + ending;
}

function shortened(slug: string, charactersMax: number): string {
  if (slug.length <= charactersMax) return slug;
  const cut = slug.slice(0, charactersMax);
  const end = slug[charactersMax] === "-" ? charactersMax : cut.lastIndexOf("-");
  // A very long word is cut at the limit.
  return (end > charactersMax / 2 ? cut.slice(0, end) : cut).replace(/-+$/, "");
}
