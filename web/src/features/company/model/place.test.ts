import { describe, expect, test } from "vitest";
import { distanceKm, formatAddress, mapLink } from "./place";

const place = { latitude: 38.71, longitude: -9.14, address: "Rua Augusta 1, Lisbon" };

test("distanceKm from Lisbon to Porto is about 274", () => {
  expect(distanceKm(place, { latitude: 41.15, longitude: -8.61 })).toBeCloseTo(275, -1);
  expect(distanceKm(place, place)).toBe(0);
});

describe("mapLink", () => {
  test.each([
    ["iPhone", "https://maps.apple.com/?q=Rua%20Augusta%201%2C%20Lisbon&ll=38.71,-9.14"],
    ["Android", "geo:38.71,-9.14?q=Rua%20Augusta%201%2C%20Lisbon"],
    ["Linux", "https://www.openstreetmap.org/?mlat=38.71&mlon=-9.14#map=17/38.71/-9.14"],
  ])("of %s is %s", (agent, expected) => {
    expect(mapLink(place, agent)).toBe(expected);
  });

  test("searches for the address without coordinates", () => {
    const unknown = { ...place, latitude: null, longitude: null };
    expect(mapLink(unknown, "Linux")).toContain("search?query=Rua");
  });
});

test("formatAddress names the country in the language", () => {
  const address = { address: "Rua Augusta 1", postal_code: "1100", city: "Lisboa", country: "ES" };
  expect(formatAddress(address, "fr")).toBe("Rua Augusta 1, 1100 Lisboa, Espagne");
});
