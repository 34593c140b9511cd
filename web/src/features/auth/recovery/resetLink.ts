export interface ResetLink {
  email: string;
  token: string;
}

/** Reads the link of a mail, `#email=…&token=…`; null where there is none. Browsers send this part of an address to no server. */
export function resetLink(hash: string): ResetLink | null {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const [email, token] = [parts.get("email"), parts.get("token")];
  return email && token ? { email, token } : null;
}

/** Reads the token of `#token=…`; empty where there is none. */
export const tokenOf = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
