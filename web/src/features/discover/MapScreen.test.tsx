import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { MapViewProps } from "@/shared/map/MapView";
import { dateIn, viewerZone } from "@/shared/opening/zonedTime";
import { chooseTown } from "@/shared/place/chosenTown";
import { company } from "@/test/companies";
import { chosenTown } from "@/test/towns";
import { MapScreen } from "./MapScreen";

const map = vi.hoisted(() => ({ props: [] as MapViewProps[], cameras: [] as MapViewProps["camera"][] }));
vi.mock("@/shared/map/LazyMap", async () => {
  const { useEffect, useRef } = await import("react");
  return {
    LazyMap: (props: MapViewProps) => {
      // A map begins at its first camera only.
      const { camera } = useRef(props).current;
      useEffect(() => void map.cameras.push(camera), [camera]);
      map.props.push(props);
      return null;
    },
  };
});

const AREA = "2.17,41.379,2.183,41.388";
const view = { west: 2.1, south: 41.3, east: 2.3, north: 41.5 };
const camera = { latitude: 41.4, longitude: 2.2, zoom: 12.5 };
const names = ["Casa Azul", "Bodega", "Teatro"];

const hits = names.map((name, at) => ({
  type: "company",
  company: company({ id: at + 7, handle: `company-${at + 7}`, name }),
  price_from: null,
  distance_km: null,
  bookable: null,
}));
const understood = {
  date: null,
  adults: null,
  from: null,
  to: null,
  open_now: false,
  near: false,
  features: [],
};
const found = { hits, people: [], reels: [], total: hits.length, understood, relaxed: [] };

const scrolled = vi.fn();

beforeEach(async () => {
  await startI18n();
  map.props.length = 0;
  map.cameras.length = 0;
  scrolled.mockClear();
  Element.prototype.scrollIntoView = scrolled;
  HTMLElement.prototype.setPointerCapture = () => {};
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) =>
      Response.json({ status: true, data: url.includes("search-tab") ? { ...found, next: null } : [] }),
    ),
  );
});

afterEach(() => chooseTown(null));

const lastMap = () => map.props.at(-1) as MapViewProps;

async function open(path = `/map?area=${AREA}`) {
  const router = createMemoryRouter(
    [
      { path: "/map", element: <MapScreen /> },
      { path: "/companies/:handle", element: <h1>Company</h1> },
    ],
    { initialEntries: [path] },
  );
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await places();
  return router;
}

const places = () => screen.findByRole("list", { name: "Places on the map" });

/** Opens a company of the list, and goes back. */
async function openAndReturn(router: ReturnType<typeof createMemoryRouter>, name: string) {
  await userEvent.click(within(await places()).getByRole("link", { name }));
  await screen.findByRole("heading", { name: "Company" });
  await act(() => router.navigate(-1));
  return places();
}

test("a map that is returned to is as it was left", async () => {
  const router = await open();
  expect(map.cameras).toEqual([null]);
  act(() => lastMap().onMove?.(view, camera));
  await screen.findByRole("button", { name: "Search this area" });
  act(() => lastMap().onPick?.(8));
  await waitFor(() => expect(lastMap().marked).toBe(8));
  expect(scrolled).toHaveBeenCalledTimes(1);
  const side = (await places()).parentElement as HTMLElement;
  side.scrollTop = 340;

  const list = await openAndReturn(router, "Teatro");
  expect(map.cameras).toEqual([null, camera]);
  expect(lastMap().marked).toBe(8);
  expect(list.querySelector('[data-company="8"]')?.getAttribute("data-marked")).toBe("true");
  expect(list.parentElement?.scrollTop).toBe(340);
  // The chosen company leaves the list where it was scrolled to.
  expect(scrolled).toHaveBeenCalledTimes(1);
  // The map reports where it begins: it can be searched there.
  act(() => lastMap().onMove?.(view, camera));
  await screen.findByRole("button", { name: "Search this area" });
});

test("each visit has its own place, also without leaving the map", async () => {
  const router = await open();
  act(() => lastMap().onMove?.(view, camera));
  await waitFor(() => expect(router.state.location.search).toContain("at="));
  ((await places()).parentElement as HTMLElement).scrollTop = 200;
  await act(() => router.navigate(`/map?area=${AREA}&q=rice`));
  act(() => lastMap().onMove?.(view, { ...camera, zoom: 16 }));
  await waitFor(() => expect(lastMap().camera?.zoom).toBe(16));
  ((await places()).parentElement as HTMLElement).scrollTop = 90;
  await act(() => router.navigate(-1));
  expect(map.cameras).toEqual([null, camera]);
  expect((await places()).parentElement?.scrollTop).toBe(200);
  await act(() => router.navigate(1));
  expect(map.cameras).toEqual([null, camera, { ...camera, zoom: 16 }]);
  expect((await places()).parentElement?.scrollTop).toBe(90);
});

test("a filter leaves the map where it is, and another place moves it", async () => {
  const router = await open(`/map?area=${AREA}&at=41.4,2.2,12.5&near=Nice&latitude=43.7&longitude=7.27`);
  expect(map.cameras).toEqual([camera]);
  act(() => lastMap().onMove?.(view, camera));
  await userEvent.click(await screen.findByRole("button", { name: "Search this area" }));
  await waitFor(() => expect(router.state.location.search).toContain("area=2.1%2C41.3%2C2.3%2C41.5"));
  expect(lastMap().camera).toEqual(camera);
  expect(screen.queryByRole("button", { name: "Search this area" })).toBeNull();
  const coords = { latitude: 41.3, longitude: 2.1 };
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: { getCurrentPosition: (done: (at: unknown) => void) => done({ coords }) },
  });
  await userEvent.click(screen.getByRole("button", { name: "Near me" }));
  await waitFor(() => expect(router.state.location.search).toContain("latitude=41.3"));
  await waitFor(() => expect(lastMap().camera).toBeNull());
});

test("the map of a town moves to the one that is chosen", async () => {
  chooseTown(chosenTown());
  await open("/map");
  expect(lastMap().area.south).toBeCloseTo(39.8, 0);
  act(() => lastMap().onMove?.(view, camera));
  await waitFor(() => expect(lastMap().camera).toEqual(camera));
  const position = { latitude: 41.15, longitude: -8.61 };
  act(() => chooseTown(chosenTown({ city: "Porto", region: "", country: "PT", position })));
  await waitFor(() => expect(lastMap().camera).toBeNull());
  expect(lastMap().area.south).toBeCloseTo(41.15, 0);
});

test("another town leaves a map of a searched area where it is", async () => {
  await open(`/map?area=${AREA}&at=41.4,2.2,12.5`);
  act(() => chooseTown(chosenTown()));
  await act(async () => {});
  expect(lastMap().camera).toEqual(camera);
});

test("the open list of a phone is returned to where it was scrolled to", async () => {
  const none = window.matchMedia("none");
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    ...none,
    matches: /max-width/.test(query),
  }));
  const router = await open();
  const handle = () => screen.getByRole("button", { name: /3 places/ });
  await userEvent.click(handle());
  await waitFor(() => expect(handle().getAttribute("aria-expanded")).toBe("true"));
  ((await places()).parentElement as HTMLElement).scrollTop = 500;
  const list = await openAndReturn(router, "Bodega");
  expect(handle().getAttribute("aria-expanded")).toBe("true");
  expect(list.parentElement?.scrollTop).toBe(500);
});

test("places free on a day are counted as far as they were read", async () => {
  const data = { ...found, total: 40, next: "2" };
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) =>
      Response.json({ status: true, data: url.includes("search-tab") ? data : [] }),
    ),
  );
  await open(`/map?area=${AREA}&date=${dateIn(viewerZone(), Date.now())}`);
  expect(await screen.findByText("More than 3 results")).toBeTruthy();
});
