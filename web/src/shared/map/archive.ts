import { addProtocol, type LayerSpecification, type StyleSpecification } from "maplibre-gl";
import { Protocol } from "pmtiles";
import type { Palette } from "./palette";
import { FONT, width } from "./style";

const ARCHIVE = "archive";

// The header and the attribution come with the metadata of the archive.
addProtocol("pmtiles", new Protocol({ metadata: true }).tile);

const fill = (
  id: string,
  layer: string,
  color: string,
  kinds?: string[],
  minzoom = 0,
): LayerSpecification => ({
  id,
  type: "fill",
  source: ARCHIVE,
  "source-layer": layer,
  minzoom,
  filter: kinds ? ["in", ["get", "kind"], ["literal", kinds]] : ["==", ["geometry-type"], "Polygon"],
  paint: { "fill-color": color },
});

/** Roads from the narrowest to the widest: kind, color, first zoom, pixels by zoom. */
const ROADS = [
  ["path", "lane", 14, [14, 0.6], [18, 4]],
  ["minor_road", "lane", 12, [12, 0.7], [16, 6], [18, 18]],
  ["major_road", "road", 8, [8, 0.6], [12, 2.4], [16, 13], [18, 34]],
  ["highway", "highway", 5, [5, 0.5], [10, 1.7], [13, 3.5], [18, 18]],
] as const satisfies readonly [string, keyof Palette, number, ...[number, number][]][];

function roads(palette: Palette): LayerSpecification[] {
  const line = (
    [kind, color, from, ...stops]: (typeof ROADS)[number],
    wider: number,
  ): LayerSpecification => ({
    id: wider ? `${kind}-casing` : kind,
    type: "line",
    source: ARCHIVE,
    "source-layer": "roads",
    minzoom: wider ? Math.max(12.5, from) : from,
    filter: ["==", ["get", "kind"], kind],
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": wider ? palette.casing : palette[color],
      "line-width": width(...stops.map(([zoom, pixels]): [number, number] => [zoom, pixels + wider])),
    },
  });
  // All edges lie below all roads, so that crossings are open.
  return [...ROADS.map((road) => line(road, 1.6)), ...ROADS.map((road) => line(road, 0))];
}

interface NameOptions {
  id: string;
  layer: string;
  kinds: string[];
  size: number;
  color: string;
  minzoom: number;
  maxzoom?: number;
  along?: boolean;
}

const names = (palette: Palette, options: NameOptions): LayerSpecification => ({
  id: options.id,
  type: "symbol",
  source: ARCHIVE,
  "source-layer": options.layer,
  minzoom: options.minzoom,
  maxzoom: options.maxzoom ?? 24,
  filter: ["in", ["get", "kind"], ["literal", options.kinds]],
  layout: {
    "text-field": ["get", "name"],
    "text-font": FONT,
    "text-size": options.size,
    "text-max-width": 8,
    "text-padding": 6,
    "symbol-placement": options.along ? "line" : "point",
    // The smaller the rank, the more people live there.
    "symbol-sort-key": ["-", 0, ["coalesce", ["get", "population_rank"], 0]],
  },
  paint: { "text-color": options.color, "text-halo-color": palette.halo, "text-halo-width": 1.4 },
});

const PARKS = [
  "park",
  "garden",
  "cemetery",
  "golf_course",
  "playground",
  "village_green",
  "recreation_ground",
];
const WOODS = ["forest", "wood", "nature_reserve", "national_park", "scrub", "grassland", "grass", "meadow"];
const BUILT = [
  "residential",
  "industrial",
  "commercial",
  "retail",
  "school",
  "university",
  "college",
  "hospital",
];

/** Style of an archive of vector tiles in the Protomaps schema, in the colors of the app. */
export function archiveStyle(path: string, palette: Palette): StyleSpecification {
  const url = `pmtiles://${new URL(path, window.location.href).href}`;
  return {
    version: 8,
    sources: { [ARCHIVE]: { type: "vector", url } },
    layers: [
      { id: "background", type: "background", paint: { "background-color": palette.sea } },
      fill("earth", "earth", palette.ground),
      fill("built", "landuse", palette.built, BUILT),
      fill("wood", "landuse", palette.wood, WOODS),
      fill("park", "landuse", palette.park, PARKS),
      fill("pedestrian", "landuse", palette.square, ["pedestrian"], 13),
      fill("water", "water", palette.sea),
      fill("buildings", "buildings", palette.block, undefined, 14),
      ...roads(palette),
      {
        id: "border",
        type: "line",
        source: ARCHIVE,
        "source-layer": "boundaries",
        filter: ["==", ["get", "kind"], "country"],
        paint: { "line-color": palette.border, "line-width": width([2, 0.5], [8, 1.4]) },
      },
      names(palette, {
        id: "street-name",
        layer: "roads",
        kinds: ["minor_road", "major_road"],
        size: 11.5,
        color: palette.softLabel,
        minzoom: 14,
        along: true,
      }),
      names(palette, {
        id: "area",
        layer: "places",
        kinds: ["neighbourhood", "macrohood"],
        size: 11.5,
        color: palette.softLabel,
        minzoom: 12,
        maxzoom: 16.5,
      }),
      names(palette, {
        id: "town",
        layer: "places",
        kinds: ["locality"],
        size: 14,
        color: palette.label,
        minzoom: 3,
        maxzoom: 15,
      }),
      names(palette, {
        id: "country",
        layer: "places",
        kinds: ["country"],
        size: 13,
        color: palette.softLabel,
        minzoom: 1,
        maxzoom: 6,
      }),
    ],
  };
}
