import { AttributionControl, Map as MapLibreMap, type StyleSpecification, setWorkerUrl } from "maplibre-gl";
import "maplibre-gl/dist/maplibre-gl.css";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";
import type { Area, MapCamera } from "./area";
import { fillBackground } from "./background";
import type { MapScheme } from "./palette";
import { type MapSource, styleFrom } from "./source";

// The policy of the server allows workers from its own address only.
setWorkerUrl(workerUrl);

const MAX_ZOOM = 17.5;

interface MapOptions {
  container: HTMLElement;
  area: Area;
  /** Wins over the area. */
  camera?: MapCamera | null;
  /** From `styleFrom`. */
  style: StyleSpecification | string;
  source: MapSource;
  /** A still picture that no gesture moves. */
  still?: boolean;
}

export type BoundsTuple = [west: number, south: number, east: number, north: number];

/** Marks a move that a person asked for by a button. Gestures have an event of their own. */
export const BY_PERSON = { byPerson: true };

/** MapLibre wants east beyond west, also across the date line. */
export const boundsOf = ({ west, south, east, north }: Area): BoundsTuple => [
  west,
  south,
  east < west ? east + 360 : east,
  north,
];

export function cameraOf(map: MapLibreMap): MapCamera {
  const { lat, lng } = map.getCenter().wrap();
  return { latitude: lat, longitude: lng, zoom: map.getZoom() };
}

/** Makes a map over an area. The list beside it serves the keyboard, so its canvas takes no focus. */
export function createMap(options: MapOptions): MapLibreMap {
  const { container, area, camera, style, source, still = false } = options;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = new MapLibreMap({
    container,
    style,
    ...(camera
      ? { center: { lng: camera.longitude, lat: camera.latitude }, zoom: camera.zoom }
      : { bounds: boundsOf(area), fitBoundsOptions: { maxZoom: MAX_ZOOM } }),
    minZoom: 1,
    maxZoom: MAX_ZOOM,
    interactive: !still,
    attributionControl: false,
    keyboard: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    fadeDuration: calm ? 0 : 160,
  });
  map.touchZoomRotate.disableRotation();
  const canvas = map.getCanvas();
  canvas.tabIndex = -1;
  canvas.removeAttribute("aria-label");
  canvas.removeAttribute("role");
  if (source === null) map.once("load", () => fillBackground(map));
  else map.addControl(new AttributionControl({ compact: true }));
  return map;
}

/** Repaints the map in another scheme. Its data stays. The style of another server has one look. */
export async function repaint(map: MapLibreMap, source: MapSource, scheme: MapScheme): Promise<void> {
  const style = await styleFrom(source, scheme);
  if (typeof style === "string") return;
  for (const { id, paint } of style.layers) {
    for (const [name, value] of Object.entries(paint ?? {}))
      map.setPaintProperty(id, name as "fill-color", value);
  }
}
