/** Begins the keys of all searches of Discover. */
export const SEARCH_KEY = ["search"] as const;
