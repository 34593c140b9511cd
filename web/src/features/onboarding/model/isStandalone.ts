/** Returns true if the page was opened from the profile, not after the sign-up. */
export const isStandalone = (search: URLSearchParams): boolean => search.has("alone");
