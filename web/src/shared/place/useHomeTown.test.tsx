import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useAuth } from "@/api/auth";
import { aUser, credentials } from "@/test/people";
import { chosenTown } from "@/test/towns";
import { chooseTown } from "./chosenTown";
import { useHomeTown, zoneTown } from "./useHomeTown";

afterEach(() => {
  chooseTown(null);
  useAuth.setState({ credentials: null });
});

test.each([
  ["Europe/Paris", "Paris"],
  ["America/New_York", "New York"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["UTC", ""],
  ["Etc/GMT+2", ""],
])("the town of %s is “%s”", (zone, town) => {
  expect(zoneTown(zone)).toBe(town);
});

test("a chosen town wins over the one of the profile, at once", () => {
  useAuth.setState({ credentials: credentials({ user: aUser({ city: "Lyon", country: "FR" }) }) });
  const { result } = renderHook(() => useHomeTown());
  expect(result.current).toEqual({ town: "Lyon", query: "Lyon", country: "FR", position: null });
  act(() => chooseTown(chosenTown()));
  expect(result.current).toEqual({
    town: "Springfield",
    query: "Springfield, Illinois",
    country: "US",
    position: { latitude: 39.8, longitude: -89.64 },
  });
  act(() => chooseTown(null));
  expect(result.current.town).toBe("Lyon");
});

test("the region of a search is in one part, and the search short enough", () => {
  const { result } = renderHook(() => useHomeTown());
  act(() => chooseTown(chosenTown({ city: "Washington", region: "Washington, D.C." })));
  expect(result.current.query).toBe("Washington, Washington");
  act(() => chooseTown(chosenTown({ city: "a".repeat(120), region: "" })));
  expect(result.current.query).toHaveLength(100);
});
