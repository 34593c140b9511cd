import type { Map as MapLibreMap } from "maplibre-gl";
import { beforeEach, expect, test, vi } from "vitest";
import { makePinLayer, type PinLayer } from "./pinLayer";
import type { MapPin } from "./pins";

/** Marks without a map: they stand in the page. */
vi.mock("maplibre-gl", () => ({
  Marker: class {
    readonly #element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    setLngLat() {
      return this;
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
    getElement() {
      return this.#element;
    }
    remove() {
      this.#element.remove();
    }
  },
}));
vi.mock("./createMap", () => ({ BY_PERSON: {} }));
vi.mock("./background", () => ({ viewOf: () => ({ west: 2, south: 41, east: 3, north: 42 }) }));

const pin: MapPin = { id: 7, label: "Casa Azul", latitude: 41.4, longitude: 2.2 };
const other: MapPin = { ...pin, id: 8, label: "Casa Verde", longitude: 2.8 };
const map = { on() {}, off() {}, getZoom: () => 14 } as unknown as MapLibreMap;
const onPoint = vi.fn();

beforeEach(() => {
  document.body.replaceChildren();
  onPoint.mockReset();
});

function pointAt(layer: PinLayer) {
  layer.show([pin, other]);
  document.querySelector("[data-pin='7']")?.dispatchEvent(new Event("pointerenter"));
  expect(onPoint).toHaveBeenLastCalledWith(7);
  onPoint.mockReset();
}

const makeLayer = () => makePinLayer(map, { onPick() {}, onPoint, count: String });

test.each<[string, (layer: PinLayer) => void]>([
  ["taken away", (layer) => layer.show([other])],
  ["drawn anew", (layer) => layer.show([{ ...pin, faded: true }, other])],
  ["removed with its layer", (layer) => layer.remove()],
])("the pointer is over no pin when its pin is %s", (_, change) => {
  const layer = makeLayer();
  pointAt(layer);
  change(layer);
  expect(onPoint).toHaveBeenCalledExactlyOnceWith(null);
});

test("the pointer stays over its pin when another is taken away", () => {
  const layer = makeLayer();
  pointAt(layer);
  layer.show([pin]);
  expect(document.querySelectorAll("[data-pin]")).toHaveLength(1);
  expect(onPoint).not.toHaveBeenCalled();
});
