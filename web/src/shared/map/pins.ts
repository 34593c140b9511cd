import Supercluster from "supercluster";
import type { Area, MapPoint } from "./area";

/** Something on the map. */
export interface MapPin extends MapPoint {
  id: number;
  /** A name or a price. */
  label: string;
  /** Name of what has a price as its label. */
  title?: string;
  /** Shown weaker: closed now, or sold out. */
  faded?: boolean;
}

/** Pins that are too near to each other at a zoom. */
export interface PinCluster extends MapPoint {
  /** Zoom from which it falls apart. */
  opensAt: number;
  /** Its pins, at most as many as `MAX_MEMBERS`. */
  members: readonly number[];
  count: number;
}

export interface PlacedPins {
  pins: MapPin[];
  clusters: PinCluster[];
}

/** A label with a price is about this wide. */
const RADIUS_PX = 52;
/** From the next zoom on every pin stands alone. */
const MAX_CLUSTER_ZOOM = 16;
const MAX_MEMBERS = 100;

/** Groups pins by the zoom. */
export function makeClusters(pins: readonly MapPin[]): (view: Area, zoom: number) => PlacedPins {
  const index = new Supercluster<{ pin: MapPin }>({
    radius: RADIUS_PX,
    extent: 512,
    maxZoom: MAX_CLUSTER_ZOOM,
  });
  index.load(
    pins.map((pin) => ({
      type: "Feature",
      properties: { pin },
      geometry: { type: "Point", coordinates: [pin.longitude, pin.latitude] },
    })),
  );
  return ({ west, south, east, north }, zoom) => {
    const placed: PlacedPins = { pins: [], clusters: [] };
    for (const found of index.getClusters([west, south, east, north], Math.round(zoom))) {
      const { properties } = found;
      if ("pin" in properties) {
        placed.pins.push(properties.pin);
        continue;
      }
      const [longitude = 0, latitude = 0] = found.geometry.coordinates;
      const { cluster_id, point_count } = properties;
      placed.clusters.push({
        latitude,
        longitude,
        opensAt: index.getClusterExpansionZoom(cluster_id),
        members: index.getLeaves(cluster_id, MAX_MEMBERS).map((leaf) => leaf.properties.pin.id),
        count: point_count,
      });
    }
    return placed;
  };
}
