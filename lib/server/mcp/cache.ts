/** How long clients may cache reads, in milliseconds. */
export const HOUR_MS = 3_600_000;
/** The selected version of a skill, and skill lists: the selection may change at any time. */
export const SKILL_TTL_MS = 60_000;
/** One version: its file never changes, but a withdrawn version should be gone a day later. */
export const VERSION_TTL_MS = 24 * HOUR_MS;
