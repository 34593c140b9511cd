/** Come for this choice alone, from one's profile, and not on the way that begins with the sign-up. */
export const isStandalone = (search: URLSearchParams): boolean => search.has("alone");
