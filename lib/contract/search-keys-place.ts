/** The storage key for switched-off search keys. */
export const SEARCH_KEYS_PLACE = "cairn.search-keys";
