import { type Map as MapLibreMap, Marker } from "maplibre-gl";
import type { MapPoint } from "./area";
import { viewOf } from "./background";
import { BY_PERSON } from "./createMap";
import classes from "./MapView.module.css";
import { type MapPin, makeClusters, type PinCluster, type PlacedPins } from "./pins";

export interface PinEvents {
  onPick: (id: number) => void;
  /** A pin that the pointer is over, or null. */
  onPoint: (id: number | null) => void;
  /** Text of a cluster's mark. */
  count: (count: number) => string;
}

export interface PinLayer {
  show(pins: readonly MapPin[]): void;
  /** Marks one pin, or the cluster that it is in. */
  mark(id: number | null): void;
  remove(): void;
}

interface Shown {
  marker: Marker;
  /** Ids that the mark stands for. */
  ids: readonly number[];
}

/** Draws pins as elements over the map: they take the tokens of the theme, and names in any script. */
export function makePinLayer(map: MapLibreMap, given: PinEvents): PinLayer {
  let place: ((view: ReturnType<typeof viewOf>, zoom: number) => PlacedPins) | undefined;
  let marked: number | null = null;
  let pointed: number | null = null;
  const shown = new Map<string, Shown>();

  const onPoint = (id: number | null) => {
    pointed = id;
    given.onPoint(id);
  };
  const events = { ...given, onPoint };

  const take = (key: string, { marker }: Shown) => {
    // The pointer does not leave an element that is removed.
    if (pointed !== null && marker.getElement().dataset.pin === String(pointed)) onPoint(null);
    marker.remove();
    shown.delete(key);
  };

  const paintMark = ({ marker, ids }: Shown) => {
    const element = marker.getElement();
    element.dataset.marked = String(marked !== null && ids.includes(marked));
  };

  const draw = () => {
    if (!place) return;
    const { pins, clusters } = place(viewOf(map), map.getZoom());
    const wanted = new Map<string, () => Shown>();
    for (const pin of pins)
      wanted.set(`${pin.id} ${pin.label} ${pin.faded}`, () => pinMark(map, pin, events));
    for (const cluster of clusters) {
      const key = `${cluster.count} at ${cluster.longitude} ${cluster.latitude}`;
      wanted.set(key, () => clusterMark(map, cluster, events));
    }
    for (const [key, one] of shown) if (!wanted.has(key)) take(key, one);
    for (const [key, make] of wanted) if (!shown.has(key)) shown.set(key, make());
    for (const one of shown.values()) paintMark(one);
  };

  map.on("moveend", draw);
  return {
    show(pins) {
      place = makeClusters(pins);
      draw();
    },
    mark(id) {
      marked = id;
      for (const one of shown.values()) paintMark(one);
    },
    remove() {
      map.off("moveend", draw);
      for (const [key, one] of shown) take(key, one);
    },
  };
}

/** The list beside the map serves the keyboard: marks take no focus. */
function button(className: string | undefined, text: string): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.tabIndex = -1;
  element.className = className ?? "";
  const words = document.createElement("span");
  words.dir = "auto";
  words.textContent = text;
  element.append(words);
  return element;
}

function pinMark(map: MapLibreMap, pin: MapPin, { onPick, onPoint }: PinEvents): Shown {
  const element = button(classes.pin, pin.label);
  element.dataset.pin = String(pin.id);
  if (pin.title) element.title = pin.title;
  element.dataset.faded = String(pin.faded ?? false);
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    onPick(pin.id);
  });
  element.addEventListener("pointerenter", () => onPoint(pin.id));
  element.addEventListener("pointerleave", () => onPoint(null));
  const marker = new Marker({ element, anchor: "bottom" })
    .setLngLat([pin.longitude, pin.latitude])
    .addTo(map);
  return { marker, ids: [pin.id] };
}

function clusterMark(map: MapLibreMap, cluster: PinCluster, { onPick, count }: PinEvents): Shown {
  const element = button(classes.cluster, count(cluster.count));
  element.dataset.cluster = String(cluster.count);
  element.addEventListener("click", (event) => {
    event.stopPropagation();
    const [first] = cluster.members;
    if (cluster.opensAt > map.getMaxZoom() && first !== undefined) return onPick(first);
    map.easeTo({ center: [cluster.longitude, cluster.latitude], zoom: cluster.opensAt + 0.4 }, BY_PERSON);
  });
  const marker = new Marker({ element }).setLngLat([cluster.longitude, cluster.latitude]).addTo(map);
  return { marker, ids: cluster.members };
}

/** Dot at the position of the person. */
export function hereMark(map: MapLibreMap, { latitude, longitude }: MapPoint): Marker {
  const element = document.createElement("span");
  element.className = classes.here ?? "";
  return new Marker({ element }).setLngLat([longitude, latitude]).addTo(map);
}

/** Pin at a chosen point. It can be dragged to another. */
export function choiceMark(
  map: MapLibreMap,
  { latitude, longitude }: MapPoint,
  onDrag: (point: MapPoint) => void,
): Marker {
  const element = document.createElement("span");
  element.className = classes.choice ?? "";
  const marker = new Marker({ element, anchor: "bottom", draggable: true })
    .setLngLat([longitude, latitude])
    .addTo(map);
  marker.on("dragend", () => {
    const { lat, lng } = marker.getLngLat();
    onDrag({ latitude: lat, longitude: lng });
  });
  return marker;
}
