import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { aUser, credentials } from "@/test/people";
import { AUTH_KEY, awaitOpenLogin, awaitRenewal, syncAcrossTabs, useAuth } from "./auth";

const stored = (area: Storage) => JSON.parse(area.getItem(AUTH_KEY) ?? "null");

describe("auth store", () => {
  test("stores a remembered login in the local storage", () => {
    useAuth.getState().signIn(credentials(), true);
    expect(stored(localStorage)).toEqual(credentials());
    expect(stored(sessionStorage)).toBeNull();
  });

  test("stores other logins in the session storage", () => {
    useAuth.getState().signIn(credentials(), true);
    useAuth.getState().signIn(credentials(), false);
    expect(stored(localStorage)).toBeNull();
    expect(stored(sessionStorage)).toEqual(credentials());
  });

  test("stores renewed tokens in the storage of the login", () => {
    useAuth.getState().signIn(credentials(), false);
    useAuth.getState().renew({ access_token: "new", refresh_token: "newer" });
    expect(stored(localStorage)).toBeNull();
    expect(stored(sessionStorage)).toMatchObject({
      access_token: "new",
      refresh_token: "newer",
      user: aUser(),
    });
  });

  test("clears both storages", () => {
    useAuth.getState().signIn(credentials(), true);
    sessionStorage.setItem(AUTH_KEY, "left over");
    useAuth.getState().clear();
    expect(useAuth.getState().credentials).toBeNull();
    expect(localStorage.getItem(AUTH_KEY)).toBeNull();
    expect(sessionStorage.getItem(AUTH_KEY)).toBeNull();
  });

  test("remembers the type of the account whose session ended", () => {
    useAuth.getState().signIn(credentials({ user: aUser({ type: "professional" }) }), true);
    useAuth.getState().clear("expired");
    expect(useAuth.getState()).toMatchObject({ ended: "expired", endedType: "professional" });
    useAuth.getState().dismissEnd();
    expect(useAuth.getState()).toMatchObject({ ended: null, endedType: null });
  });

  test("follows a login and a logout in another tab", () => {
    useAuth.getState().clear();
    const stop = syncAcrossTabs();
    const tell = () =>
      window.dispatchEvent(new StorageEvent("storage", { key: AUTH_KEY, storageArea: localStorage }));
    localStorage.setItem(AUTH_KEY, JSON.stringify(credentials()));
    tell();
    expect(useAuth.getState().credentials).toEqual(credentials());
    localStorage.removeItem(AUTH_KEY);
    tell();
    expect(useAuth.getState()).toMatchObject({ credentials: null, ended: "otherTab", endedType: "regular" });
    useAuth.getState().signIn(credentials(), true);
    expect(useAuth.getState().ended).toBeNull();
    useAuth.getState().clear();
    tell();
    expect(useAuth.getState().ended).toBeNull();
    stop();
    localStorage.setItem(AUTH_KEY, JSON.stringify(credentials()));
    tell();
    expect(useAuth.getState().credentials).toBeNull();
  });

  test.each(["not json", "{}", '{"access_token":"a","refresh_token":"b"}', "null"])(
    "what is stored as %s is no sign-in",
    (text) => {
      useAuth.getState().signIn(credentials(), true);
      const stop = syncAcrossTabs();
      localStorage.setItem(AUTH_KEY, text);
      window.dispatchEvent(new StorageEvent("storage", { key: AUTH_KEY, storageArea: localStorage }));
      stop();
      expect(useAuth.getState().credentials).toBeNull();
    },
  );
});

describe("a login that is not remembered, between tabs", () => {
  const newer = credentials({ access_token: "access-2", refresh_token: "refresh-2" });
  let other: BroadcastChannel;
  let heard: { type: string; credentials?: unknown }[];
  let stop: () => void;

  beforeEach(() => {
    useAuth.getState().clear();
    heard = [];
    other = new BroadcastChannel(AUTH_KEY);
    other.onmessage = ({ data }) => heard.push(data);
    stop = syncAcrossTabs();
  });
  afterEach(() => {
    stop();
    other.close();
    useAuth.getState().clear();
  });

  test("a new tab takes it over before it shows a page", async () => {
    stop();
    localStorage.setItem("plaza.auth.open", "1");
    other.onmessage = ({ data }) =>
      data.type === "ask" && other.postMessage({ type: "login", credentials: newer });
    stop = syncAcrossTabs();
    await awaitOpenLogin();
    expect(useAuth.getState()).toMatchObject({ credentials: newer, remembered: false });
    expect(stored(sessionStorage)).toEqual(newer);
    expect(stored(localStorage)).toBeNull();
  });

  test("a new browser session waits once and has none", async () => {
    localStorage.setItem("plaza.auth.open", "1");
    await awaitOpenLogin();
    expect(useAuth.getState().credentials).toBeNull();
    expect(localStorage.getItem("plaza.auth.open")).toBeNull();
  });

  test("it is handed on, renewed and ended in all tabs", async () => {
    useAuth.getState().signIn(credentials(), false);
    other.postMessage({ type: "ask" });
    const login = { type: "login", credentials: credentials() };
    await vi.waitFor(() => expect(heard.filter(({ type }) => type === "login")).toEqual([login, login]));
    other.postMessage({ type: "login", credentials: newer });
    await vi.waitFor(() => expect(useAuth.getState().credentials).toEqual(newer));
    other.postMessage({ type: "end" });
    await vi.waitFor(() =>
      expect(useAuth.getState()).toMatchObject({ credentials: null, ended: "otherTab" }),
    );
    expect(stored(sessionStorage)).toBeNull();
    useAuth.getState().signIn(credentials(), false);
    useAuth.getState().clear();
    await vi.waitFor(() => expect(heard.at(-1)).toEqual({ type: "end" }));
  });

  test("tokens that another tab renewed are not spent twice", async () => {
    useAuth.getState().signIn(credentials(), false);
    other.postMessage({ type: "login", credentials: credentials() });
    await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0));
    other.onmessage = ({ data }) =>
      data.type === "ask" && other.postMessage({ type: "login", credentials: newer });
    await awaitRenewal("access-1");
    expect(useAuth.getState().credentials).toEqual(newer);
  });

  test("a remembered login is neither told nor replaced", async () => {
    useAuth.getState().signIn(credentials(), true);
    const witness = new BroadcastChannel(AUTH_KEY);
    const ended = new Promise((resolve) => {
      witness.onmessage = ({ data }) => data.type === "end" && resolve(true);
    });
    other.postMessage({ type: "ask" });
    other.postMessage({ type: "login", credentials: newer });
    other.postMessage({ type: "end" });
    await ended;
    witness.close();
    expect(useAuth.getState()).toMatchObject({ credentials: credentials(), remembered: true, ended: null });
    expect(heard.filter(({ type }) => type !== "ask")).toEqual([]);
  });
});
