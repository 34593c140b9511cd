import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";
import type { User } from "./types";

/** Stored credentials, named as in the specification. */
export interface Credentials {
  access_token: string;
  refresh_token: string;
  user: User;
}

/** Ends of a session that the person did not ask for in this tab. */
export type SessionEnd = "expired" | "revoked" | "otherTab";

interface AuthState {
  credentials: Credentials | null;
  /** Kept past the end of the browser session. */
  remembered: boolean;
  signIn(credentials: Credentials, remember: boolean): void;
  renew(tokens: Pick<Credentials, "access_token" | "refresh_token">): void;
  updateUser(user: User): void;
  /** Reason for which the last session ended. Null after a sign-in, and after a sign-out in this tab. */
  ended: SessionEnd | null;
  /** Type of the account whose session ended. Null while `ended` is. */
  endedType: User["type"] | null;
  /** Forgets everything stored, here and in the other tabs. */
  clear(ended?: SessionEnd): void;
  /** Forgets that a session ended. The person goes on as a visitor. */
  dismissEnd(): void;
}

export const AUTH_KEY = "plaza.auth";

function parse(text: string | null): Credentials | null {
  if (!text) return null;
  try {
    const value = JSON.parse(text) as Partial<Credentials> | null;
    const whole = value?.access_token && value.refresh_token && typeof value.user?.id === "number";
    return whole ? (value as Credentials) : null;
  } catch {
    return null;
  }
}

/** Reads the storage again: another tab may have renewed the tokens or signed out. */
export function storedCredentials(): { credentials: Credentials | null; remembered: boolean } {
  const local = parse(readStored(AUTH_KEY, "local"));
  if (local) return { credentials: local, remembered: true };
  return { credentials: parse(readStored(AUTH_KEY, "session")), remembered: false };
}

function store(credentials: Credentials | null, remembered: boolean): void {
  const text = credentials && JSON.stringify(credentials);
  writeStored(AUTH_KEY, remembered ? text : null, "local");
  writeStored(AUTH_KEY, remembered ? null : text, "session");
}

export const useAuth = create<AuthState>((set, get) => {
  const keep = (credentials: Credentials | null, remembered: boolean, ended: SessionEnd | null = null) => {
    store(credentials, remembered);
    const endedType = ended && (get().credentials?.user.type ?? null);
    set({ credentials, remembered, ended, endedType });
  };
  return {
    ...storedCredentials(),
    ended: null,
    endedType: null,
    signIn: (credentials, remember) => keep(credentials, remember),
    renew(tokens) {
      const { credentials, remembered } = get();
      if (credentials) keep({ ...credentials, ...tokens }, remembered);
    },
    updateUser(user) {
      const { credentials, remembered } = get();
      if (credentials) keep({ ...credentials, user }, remembered);
    },
    clear: (ended) => keep(null, true, ended),
    dismissEnd: () => set({ ended: null, endedType: null }),
  };
});

/** Follows sign-in, renewal and sign-out of other tabs. Returns the way to stop. */
export function syncAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== window.localStorage) return;
    // A null key means that the whole storage was cleared.
    if (event.key !== AUTH_KEY && event.key !== null) return;
    const now = storedCredentials();
    const { credentials } = useAuth.getState();
    if (now.credentials) useAuth.setState({ ...now, ended: null, endedType: null });
    else if (credentials) useAuth.setState({ ...now, ended: "otherTab", endedType: credentials.user.type });
    else useAuth.setState(now);
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

export const useUser = (): User | null => useAuth((state) => state.credentials?.user ?? null);
export const accessToken = (): string | null => useAuth.getState().credentials?.access_token ?? null;

/** A guest can look and talk, and becomes an account by signing up. */
export const isGuest = (user: User | null): boolean => user?.type === "guest";

/** Company that an account acts for. Null for accounts without one. */
export const companyOf = (user: User | null | undefined): number | null =>
  user?.type === "professional" ? (user.company?.id ?? null) : null;

let shown: { account: number; company: number | null } | null = null;

/**
 * Company whose data this page shows. It stays when the account switches on another device or in another tab: the
 * server then refuses the requests of this page, which starts over.
 */
export function shownCompany(): number | null {
  const user = useAuth.getState().credentials?.user;
  if (!user) return null;
  if (shown?.account !== user.id) shown = { account: user.id, company: companyOf(user) };
  return shown.company;
}

/** Calls `restart` when the account of this page acts for another company. Returns the way to stop. */
export function onCompanyChange(restart: () => void): () => void {
  shownCompany();
  return useAuth.subscribe((now, before) => {
    const [user, last] = [now.credentials?.user, before.credentials?.user];
    if (user?.id === last?.id && companyOf(user) !== companyOf(last)) restart();
    else shownCompany();
  });
}
