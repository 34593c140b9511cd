import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { createMap } from "./createMap";
import { MapView, type MapViewProps } from "./MapView";

const area = { west: 2, south: 41, east: 3, north: 42 };
const view = { west: 2.1, south: 41.3, east: 2.3, north: 41.5 };
const camera = { latitude: 41.4, longitude: 2.2, zoom: 12.5 };

/** Map without WebGL: it has loaded once `load` is called, and is at `camera`. */
const map = vi.hoisted(() => ({
  events: new Map<string, (event: object) => void>(),
  fitBounds: vi.fn(),
}));
vi.mock("./createMap", () => ({
  BY_PERSON: { byPerson: true },
  boundsOf: () => [2, 41, 3, 42],
  cameraOf: () => camera,
  createMap: vi.fn(() => ({
    on: (name: string, listener: () => void) => map.events.set(name, listener),
    once: (name: string, listener: () => void) => map.events.set(name, listener),
    off: () => {},
    remove: () => {},
    fitBounds: map.fitBounds,
  })),
}));
vi.mock("./background", () => ({ viewOf: () => view }));
vi.mock("./pinLayer", () => ({ makePinLayer: () => ({ show() {}, mark() {}, remove() {} }) }));
vi.mock("./source", () => ({ styleFrom: async () => "style" }));

beforeEach(async () => {
  await startI18n();
  map.events.clear();
  vi.mocked(createMap).mockClear();
  map.fitBounds.mockClear();
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({ status: true, data: { map: null } })),
  );
});

async function show(props: Partial<MapViewProps>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const tree = (more: Partial<MapViewProps>) => (
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <MapView label="Map" area={area} pins={[]} {...props} {...more} />
      </MantineProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(tree({}));
  await waitFor(() => expect(map.events.has("load")).toBe(true));
  act(() => map.events.get("load")?.({}));
  await screen.findByRole("button", { name: "Zoom in" });
  return (more: Partial<MapViewProps>) => rerender(tree(more));
}

test("a map begins at its camera, reports it, and moves to another area", async () => {
  const onMove = vi.fn();
  const update = await show({ camera, onMove });
  expect(createMap).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ area, camera }));
  expect(onMove).toHaveBeenCalledExactlyOnceWith(view, camera);
  expect(map.fitBounds).not.toHaveBeenCalled();
  update({ camera: { ...camera, zoom: 3 } });
  update({ area: { ...area, west: 1.5 } });
  expect(createMap).toHaveBeenCalledTimes(1);
  expect(map.fitBounds).not.toHaveBeenCalled();
  update({ area: { ...area, west: 1 }, camera: null });
  expect(map.fitBounds).toHaveBeenCalledTimes(1);
});

test("only moves of a person are reported of a map without a camera", async () => {
  const onMove = vi.fn();
  await show({ camera: null, onMove });
  map.events.get("moveend")?.({});
  expect(onMove).not.toHaveBeenCalled();
  map.events.get("moveend")?.({ byPerson: true });
  map.events.get("moveend")?.({ originalEvent: {} });
  expect(onMove.mock.calls).toEqual([
    [view, camera],
    [view, camera],
  ]);
});
