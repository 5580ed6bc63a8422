/** Why the versions of a removed source are withdrawn. Versions withdrawn so come back with their source. */
export const REMOVED = "Its source was removed.";
