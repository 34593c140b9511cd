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
/** Set while a login that is not remembered may be open in a tab. A new tab then asks for it before it shows a page. */
const OPEN_KEY = "plaza.auth.open";
/** Longest wait for an answer of another tab. */
const ANSWER_MS = 200;

/**
 * A login that is not remembered is handed from tab to tab: each has a session storage of its own, which ends with it. The
 * channel reaches pages of this origin in this browser only.
 */
type TabMessage = { type: "ask" } | { type: "login"; credentials: Credentials } | { type: "end" };

let tabs: BroadcastChannel | null = null;
/** Another tab has the login of this one. */
let isShared = false;

const tell = (message: TabMessage): void => tabs?.postMessage(message);

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
  writeStored(OPEN_KEY, credentials && !remembered ? "1" : null);
}

export const useAuth = create<AuthState>((set, get) => {
  const keep = (credentials: Credentials | null, remembered: boolean, ended: SessionEnd | null = null) => {
    const before = get();
    store(credentials, remembered);
    const endedType = ended && (before.credentials?.user.type ?? null);
    set({ credentials, remembered, ended, endedType });
    if (credentials && !remembered) tell({ type: "login", credentials });
    else if (before.credentials && !before.remembered) tell({ type: "end" });
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
    // A remembered login replaces one that is not: that must not come back after a sign-out.
    if (now.remembered) writeStored(AUTH_KEY, null, "session");
    if (now.credentials) useAuth.setState({ ...now, ended: null, endedType: null });
    else if (credentials) useAuth.setState({ ...now, ended: "otherTab", endedType: credentials.user.type });
    else useAuth.setState(now);
  };
  window.addEventListener("storage", onStorage);
  if (typeof BroadcastChannel !== "undefined") {
    tabs = new BroadcastChannel(AUTH_KEY);
    tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
    // The storage of a duplicated tab is a copy: its tokens may have been renewed meanwhile.
    tell({ type: "ask" });
  }
  return () => {
    window.removeEventListener("storage", onStorage);
    tabs?.close();
    tabs = null;
  };
}

function receive(message: TabMessage): void {
  const { credentials, remembered } = useAuth.getState();
  if (message.type === "login") {
    takeOver(message.credentials);
  } else if (credentials && !remembered && message.type === "ask") {
    isShared = true;
    tell({ type: "login", credentials });
  } else if (credentials && !remembered) {
    writeStored(AUTH_KEY, null, "session");
    useAuth.setState({ credentials: null, ended: "otherTab", endedType: credentials.user.type });
  }
}

function takeOver(credentials: Credentials): void {
  const stored = storedCredentials();
  if (stored.remembered) return;
  isShared = true;
  const own = stored.credentials;
  // Answers of several tabs arrive in any order.
  if (own && expiresAt(credentials.access_token) < expiresAt(own.access_token)) return;
  writeStored(AUTH_KEY, JSON.stringify(credentials), "session");
  useAuth.setState({ credentials, remembered: false, ended: null, endedType: null });
}

/** Resolves to true once `isReached`, or to false if no tab answers in time. */
function answered(isReached: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (reached: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(reached);
    };
    const stop = useAuth.subscribe(() => isReached() && finish(true));
    const timer = setTimeout(() => finish(isReached()), ANSWER_MS);
  });
}

/** Waits for a login that another tab has and does not remember. Returns at once if there can be none. */
export async function awaitOpenLogin(): Promise<void> {
  const isSignedIn = () => useAuth.getState().credentials !== null;
  if (!tabs || isSignedIn() || !readStored(OPEN_KEY)) return;
  // The browser was closed meanwhile.
  if (!(await answered(isSignedIn))) writeStored(OPEN_KEY, null);
}

/** Takes the tokens of the other tabs over, if one has renewed `spent`. */
export async function awaitRenewal(spent: string | null): Promise<void> {
  if (!isShared || useAuth.getState().remembered) return;
  isShared = false;
  tell({ type: "ask" });
  await answered(() => accessToken() !== spent);
}

/** The `exp` claim in milliseconds; a token that shows none is taken as good until the server says otherwise. */
export function expiresAt(token: string): number {
  try {
    const claims = token.split(".")[1] ?? "";
    const { exp } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof exp === "number" ? exp * 1000 : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
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
