import { create } from "zustand";
import { readStored, writeStored } from "@/lib/storage";
import type { User } from "./types";

/** Stored credentials, named as in the specification. */
export interface Credentials {
  access_token: string;
  refresh_token: string;
  user: User;
}

interface AuthState {
  credentials: Credentials | null;
  /** Kept past the end of the browser session. */
  remembered: boolean;
  signIn(credentials: Credentials, remember: boolean): void;
  renew(tokens: Pick<Credentials, "access_token" | "refresh_token">): void;
  updateUser(user: User): void;
  /** The last session was ended by the server and not by the person. */
  expired: boolean;
  /** Forgets everything stored, here and in the other tabs. */
  clear(why?: "left" | "expired"): void;
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
  const keep = (credentials: Credentials | null, remembered: boolean, expired = false) => {
    store(credentials, remembered);
    set({ credentials, remembered, expired });
  };
  return {
    ...storedCredentials(),
    expired: false,
    signIn: (credentials, remember) => keep(credentials, remember),
    renew(tokens) {
      const { credentials, remembered } = get();
      if (credentials) keep({ ...credentials, ...tokens }, remembered);
    },
    updateUser(user) {
      const { credentials, remembered } = get();
      if (credentials) keep({ ...credentials, user }, remembered);
    },
    clear: (why = "left") => keep(null, true, why === "expired"),
  };
});

/** Follows sign-in, renewal and sign-out of other tabs. Returns the way to stop. */
export function syncAcrossTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== window.localStorage) return;
    // A null key means that the whole storage was cleared.
    if (event.key === AUTH_KEY || event.key === null) useAuth.setState(storedCredentials());
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

export const useUser = (): User | null => useAuth((state) => state.credentials?.user ?? null);
export const accessToken = (): string | null => useAuth.getState().credentials?.access_token ?? null;

/** A guest can look and talk, and becomes an account by signing up. */
export const isGuest = (user: User | null): boolean => user?.type === "guest";
