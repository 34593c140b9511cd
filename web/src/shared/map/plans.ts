import type { Feature } from "geojson";
import type { Area } from "./area";
import towns from "./data/towns.json";
import { type PackedPlan, unpackPlan } from "./unpack";

type Box = [west: number, south: number, east: number, north: number];

const TOWNS = towns as { key: string; box: Box }[];

const FILES = import.meta.glob<string>("./data/towns/*.json", {
  query: "?url",
  import: "default",
  eager: true,
});

/** Towns whose plan a view touches. */
export const townsIn = (view: Area): string[] =>
  TOWNS.filter(
    ({ box: [west, south, east, north] }) =>
      west < view.east && east > view.west && south < view.north && north > view.south,
  ).map(({ key }) => key);

/** Returns true if one plan covers the whole view. */
export const isCovered = (view: Area): boolean =>
  TOWNS.some(
    ({ box: [west, south, east, north] }) =>
      west <= view.west && east >= view.east && south <= view.south && north >= view.north,
  );

/** Features of a town's plan. */
export async function loadPlan(key: string): Promise<Feature[]> {
  const file = FILES[`./data/towns/${key}.json`];
  if (!file) throw new Error(`no plan of ${key}`);
  const answer = await fetch(file);
  return unpackPlan((await answer.json()) as PackedPlan).features;
}
