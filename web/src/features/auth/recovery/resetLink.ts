export interface ResetLink {
  email: string;
  token: string;
}

/** Parses `#email=…&token=…` of a mailed link. Null if a part is missing. Browsers do not send the hash to servers. */
export function parseResetLink(hash: string): ResetLink | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [email, token] = [parts.get("email"), parts.get("token")];
  return email && token ? { email, token } : null;
}

/** Parses `#token=…`. Empty if the token is missing. */
export const parseToken = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";

/** Parses `#email=…` of an invitation to a team. Null if the hash has no address, or is that of a reset link. */
export function parseInvitation(hash: string): string | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return parts.has("token") ? null : parts.get("email");
}
