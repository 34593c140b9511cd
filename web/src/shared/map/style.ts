import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  StyleSpecification,
} from "maplibre-gl";
import type { Palette } from "./palette";

/** Sources that are filled as the view needs them. */
export const WORLD = "world";
export const PLAN = "plan";

/** From this zoom on, the plan of a town covers the coarse world. */
export const PLAN_ZOOM = 7.5;

/** Drawn with the fonts of the page: no glyphs have to be fetched. */
export const FONT = ["Inter Variable", "system-ui", "sans-serif"];

const EMPTY = { type: "FeatureCollection", features: [] } as const;

/** Width by zoom, in pixels: doubled by each zoom level, as the ground is. */
export const width = (...stops: [zoom: number, pixels: number][]): ExpressionSpecification =>
  ["interpolate", ["exponential", 1.6], ["zoom"], ...stops.flat()] as ExpressionSpecification;

/** Roads from the narrowest to the widest, and from which zoom they are drawn. */
const ROADS = [
  {
    kind: "lane",
    color: "lane",
    from: 13,
    stops: [
      [13, 0.6],
      [16, 4],
      [18, 13],
    ],
  },
  {
    kind: "street",
    color: "lane",
    from: 12,
    stops: [
      [12, 0.7],
      [16, 6],
      [18, 18],
    ],
  },
  {
    kind: "secondary",
    color: "road",
    from: 10.5,
    stops: [
      [10.5, 0.6],
      [13, 2],
      [16, 9],
      [18, 24],
    ],
  },
  {
    kind: "main",
    color: "road",
    from: 9,
    stops: [
      [9, 0.7],
      [12, 2.4],
      [16, 13],
      [18, 34],
    ],
  },
  {
    kind: "highway",
    color: "highway",
    from: 7,
    stops: [
      [7, 0.6],
      [10, 1.7],
      [13, 3],
      [18, 9],
    ],
  },
] as const satisfies readonly {
  kind: string;
  color: keyof Palette;
  from: number;
  stops: [number, number][];
}[];

const kindIs = (kind: string): ExpressionSpecification => ["==", ["get", "kind"], kind];

const fill = (kind: string, color: string, minzoom = PLAN_ZOOM): LayerSpecification => ({
  id: kind,
  type: "fill",
  source: PLAN,
  minzoom,
  filter: kindIs(kind),
  paint: { "fill-color": color },
});

function roads(palette: Palette): LayerSpecification[] {
  const line = (
    id: string,
    road: (typeof ROADS)[number],
    color: string,
    wider: number,
  ): LayerSpecification => ({
    id,
    type: "line",
    source: PLAN,
    minzoom: wider ? Math.max(12.5, road.from) : road.from,
    filter: kindIs(road.kind),
    layout: { "line-cap": "round", "line-join": "round" },
    paint: {
      "line-color": color,
      "line-width": width(...road.stops.map(([zoom, pixels]): [number, number] => [zoom, pixels + wider])),
    },
  });
  // All edges lie below all roads, so that crossings are open.
  return [
    ...ROADS.map((road) => line(`${road.kind}-casing`, road, palette.casing, 1.6)),
    ...ROADS.map((road) => line(road.kind, road, palette[road.color], 0)),
  ];
}

interface LabelOptions {
  id: string;
  source: string;
  filter: FilterSpecification;
  size: DataDrivenPropertyValueSpecification<number>;
  color: string;
  minzoom?: number;
  maxzoom?: number;
  along?: boolean;
  upper?: boolean;
}

const label = (palette: Palette, options: LabelOptions): LayerSpecification => ({
  id: options.id,
  type: "symbol",
  source: options.source,
  minzoom: options.minzoom ?? 0,
  maxzoom: options.maxzoom ?? 24,
  filter: options.filter,
  layout: {
    "text-field": ["get", "name"],
    "text-font": FONT,
    "text-size": options.size,
    "text-max-width": 8,
    "text-padding": 6,
    "text-letter-spacing": options.upper ? 0.08 : 0,
    "text-transform": options.upper ? "uppercase" : "none",
    "symbol-placement": options.along ? "line" : "point",
    "symbol-sort-key": ["coalesce", ["get", "rank"], 0],
  },
  paint: {
    "text-color": options.color,
    "text-halo-color": palette.halo,
    "text-halo-width": 1.4,
  },
});

/** Size by rank: the larger the place, the larger its name. */
const byRank = (largest: number, step: number): ExpressionSpecification => [
  "-",
  largest,
  ["*", step, ["coalesce", ["get", "rank"], 0]],
];

/** Towns of the world that are named at a zoom: the largest first. */
const TOWN_RANKS: [rank: number, from: number][] = [
  [0, 2],
  [1, 3.4],
  [2, 4.6],
  [3, 5.6],
];

function labels(palette: Palette): LayerSpecification[] {
  const towns = TOWN_RANKS.map(([rank, from]) =>
    label(palette, {
      id: `town-${rank}`,
      source: WORLD,
      filter: ["all", kindIs("town"), ["==", ["get", "rank"], rank]],
      size: byRank(14, 0.8),
      color: palette.label,
      minzoom: from,
      maxzoom: 11,
    }),
  );
  const places = [0, 1, 2].map((rank) =>
    label(palette, {
      id: `place-${rank}`,
      source: PLAN,
      filter: ["all", kindIs("place"), ["==", ["get", "rank"], rank]],
      size: byRank(15, 1.2),
      color: palette.label,
      minzoom: PLAN_ZOOM + rank * 1.2,
      maxzoom: 14 - rank * 0.2,
    }),
  );
  return [
    label(palette, {
      id: "street-name",
      source: PLAN,
      filter: kindIs("name"),
      size: 11.5,
      color: palette.softLabel,
      minzoom: 14,
      along: true,
    }),
    label(palette, {
      id: "area",
      source: PLAN,
      filter: kindIs("area"),
      size: 11.5,
      color: palette.softLabel,
      minzoom: 11.5,
      maxzoom: 16.5,
      upper: true,
    }),
    ...[...places].reverse(),
    ...[...towns].reverse(),
  ];
}

/** Style of the whole map. Both sources start empty. */
export function mapStyle(palette: Palette): StyleSpecification {
  return {
    version: 8,
    sources: {
      [WORLD]: { type: "geojson", data: EMPTY as never, maxzoom: 9, tolerance: 0.1 },
      [PLAN]: { type: "geojson", data: EMPTY as never, maxzoom: 15, tolerance: 0.25, buffer: 64 },
    },
    layers: [
      // Neither land nor sea, until one of the sources says which.
      { id: "background", type: "background", paint: { "background-color": palette.ground } },
      {
        id: "ocean",
        type: "fill",
        source: WORLD,
        filter: kindIs("ocean"),
        paint: { "fill-color": palette.sea },
      },
      {
        id: "world-land",
        type: "fill",
        source: WORLD,
        filter: kindIs("land"),
        paint: { "fill-color": palette.land, "fill-antialias": false },
      },
      {
        id: "world-border",
        type: "line",
        source: WORLD,
        filter: kindIs("border"),
        paint: { "line-color": palette.border, "line-width": width([2, 0.5], [8, 1.4]) },
      },
      fill("land", palette.ground),
      fill("wood", palette.wood),
      fill("built", palette.built),
      fill("park", palette.park, 9.5),
      fill("block", palette.block, 13.5),
      fill("square", palette.square, 13.5),
      fill("water", palette.sea),
      ...roads(palette),
      ...labels(palette),
    ],
  };
}
