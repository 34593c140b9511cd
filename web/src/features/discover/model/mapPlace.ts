import type { MapCamera } from "@/shared/map/area";
import type { Filters } from "./filters";

/** Place that a person has on the map. It stands in the address, so that Back and a reload find it again. */
export interface MapPlace {
  /** Null while the map shows the searched area. */
  camera: MapCamera | null;
  /** Company of the chosen pin. */
  pin: number | null;
  /** The list of a phone is open. */
  listed: boolean;
}

export const MAP_PATH = "/map";

export const NO_PLACE: MapPlace = { camera: null, pin: null, listed: false };

/** Names in the address. */
const NAMES = ["at", "pin", "list"] as const;
const LISTED = "open";

const ID = /^\d{1,15}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Greatest zoom of any map. */
const MAX_ZOOM = 24;

export function readMapPlace(params: URLSearchParams): MapPlace {
  const pin = params.get("pin") ?? "";
  return {
    camera: readCamera(params.get("at")),
    pin: ID.test(pin) ? Number(pin) : null,
    listed: params.get("list") === LISTED,
  };
}

/** Writes a place into an address and keeps its other parameters. */
export function writeMapPlace(params: URLSearchParams, { camera, pin, listed }: MapPlace): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  if (camera) next.set("at", writeCamera(camera));
  if (pin !== null) next.set("pin", String(pin));
  if (listed) next.set("list", LISTED);
  return next;
}

/**
 * Returns the place that remains when the filters change: another place, or another distance, is another camera. The map
 * beside a list shows the results: it stays for a search of what is in view only.
 */
export function placeAfter(place: MapPlace, change: Partial<Filters>, screen: string): MapPlace {
  const stays = screen === MAP_PATH || change.area;
  const leads = "near" in change || "distance" in change || change.area === null;
  return stays && !leads ? place : { ...place, camera: null };
}

function readCamera(text: string | null): MapCamera | null {
  const parts = (text ?? "").split(",");
  if (parts.length !== 3 || !parts.every((part) => NUMBER.test(part))) return null;
  const [latitude = 0, longitude = 0, zoom = 0] = parts.map(Number);
  const fits = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= MAX_ZOOM;
  return fits ? { latitude, longitude, zoom } : null;
}

/** Rounded to less than a pixel of the closest zoom: equal cameras have equal texts. */
export const writeCamera = ({ latitude, longitude, zoom }: MapCamera): string =>
  [latitude.toFixed(6), longitude.toFixed(6), zoom.toFixed(4)].map(Number).join(",");
