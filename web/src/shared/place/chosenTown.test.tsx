import { act } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { aUser, credentials } from "@/test/people";
import { chosenTown } from "@/test/towns";
import { chooseTown, forgetTownOutside, syncTown, useChosenTown } from "./chosenTown";

const KEY = "plaza.town";
const town = () => useChosenTown.getState().town;
let stop: () => void;

/** Another tab writes a value. */
const writeElsewhere = (value: string | null) => {
  if (value === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, value);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: KEY, storageArea: localStorage })));
};

beforeEach(() => {
  stop = syncTown();
});
afterEach(() => {
  stop();
  chooseTown(null);
  useAuth.setState({ credentials: null });
});

test("a chosen town is on the device until the default is chosen again", async () => {
  chooseTown(chosenTown());
  vi.resetModules();
  const reloaded = await import("./chosenTown");
  expect(reloaded.useChosenTown.getState().town).toEqual(chosenTown());
  chooseTown(null);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("a town follows the choice of another tab", () => {
  writeElsewhere(JSON.stringify(chosenTown({ city: "Lyon", region: "", country: "FR" })));
  expect(town()?.city).toBe("Lyon");
  writeElsewhere(null);
  expect(town()).toBeNull();
});

test.each([
  "nonsense",
  "[]",
  "7",
  JSON.stringify({ city: "Lyon" }),
  JSON.stringify(chosenTown({ city: "" })),
  JSON.stringify(chosenTown({ city: "a".repeat(201) })),
  JSON.stringify(chosenTown({ country: "France" })),
  JSON.stringify(chosenTown({ position: { latitude: 91, longitude: 0 } })),
  JSON.stringify({ ...chosenTown(), position: "here" }),
  JSON.stringify({ ...chosenTown(), account: "7" }),
])("ignores %s in the storage", (stored) => {
  writeElsewhere(stored);
  expect(town()).toBeNull();
});

test("a town of an address ends with the session of its account", () => {
  useAuth.getState().signIn(credentials(), true);
  chooseTown(chosenTown({ account: 7 }));
  useAuth.getState().updateUser(aUser({ language: "FR" }));
  expect(town()).not.toBeNull();
  useAuth.getState().clear();
  expect(town()).toBeNull();
  expect(localStorage.getItem(KEY)).toBeNull();
});

test("a town of an address is for its own account", () => {
  useAuth.getState().signIn(credentials({ user: aUser({ id: 8 }) }), true);
  writeElsewhere(JSON.stringify(chosenTown({ account: 7 })));
  expect(town()).toBeNull();
});

test("a town of the device outlives a sign-out", () => {
  useAuth.getState().signIn(credentials(), true);
  chooseTown(chosenTown());
  useAuth.getState().clear();
  expect(town()).toEqual(chosenTown());
});

test("a country forgets a town elsewhere and keeps one of its own", () => {
  chooseTown(chosenTown());
  forgetTownOutside("US");
  expect(town()).toEqual(chosenTown());
  forgetTownOutside("PT");
  expect(town()).toBeNull();
});
