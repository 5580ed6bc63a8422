/** Where a browser keeps that its reader switched the search keys off. */
export const SEARCH_KEYS_PLACE = "cairn.search-keys";
