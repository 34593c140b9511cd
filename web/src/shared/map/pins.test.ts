import { expect, test } from "vitest";
import { type MapPin, makeClusters } from "./pins";

const pin = (id: number, longitude: number): MapPin => ({
  id,
  label: `Place ${id}`,
  latitude: 41.4,
  longitude,
});
const NEAR = { west: 2, south: 41, east: 3, north: 42 };

test("near pins are one cluster until the view is closer", () => {
  const place = makeClusters([pin(1, 2.1), pin(2, 2.101), pin(3, 2.6)]);
  const far = place(NEAR, 9);
  expect(far.pins.map(({ id }) => id)).toEqual([3]);
  const [cluster] = far.clusters;
  expect(far.clusters).toHaveLength(1);
  expect([...(cluster?.members ?? [])].sort()).toEqual([1, 2]);
  expect(cluster?.count).toBe(2);
  const close = place(NEAR, cluster?.opensAt ?? 0);
  expect(close.pins.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(close.clusters).toEqual([]);
});

test("pins at one place are a cluster up to zoom 16", () => {
  const [cluster] = makeClusters([pin(1, 2.1), pin(2, 2.1)])(NEAR, 16).clusters;
  expect(cluster?.opensAt).toBe(17);
});

test("pins out of view are left out", () => {
  const place = makeClusters([pin(1, 2.1), pin(2, 20)]);
  expect(place(NEAR, 12).pins.map(({ id }) => id)).toEqual([1]);
});
