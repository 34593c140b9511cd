import { expect, test } from "vitest";
import { zoneTown } from "./useHomeTown";

test.each([
  ["Europe/Paris", "Paris"],
  ["America/New_York", "New York"],
  ["America/Argentina/Buenos_Aires", "Buenos Aires"],
  ["UTC", ""],
  ["Etc/GMT+2", ""],
])("the town of %s is “%s”", (zone, town) => {
  expect(zoneTown(zone)).toBe(town);
});
