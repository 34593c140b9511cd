import { describe, expect, test } from "vitest";
import { aUser, credentials } from "@/test/people";
import { AUTH_KEY, syncAcrossTabs, useAuth } from "./auth";

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
