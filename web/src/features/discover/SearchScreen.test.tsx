import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { MapViewProps } from "@/shared/map/MapView";
import { company } from "@/test/companies";
import { SearchScreen } from "./SearchScreen";

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

const view = { west: 2.1, south: 41.3, east: 2.3, north: 41.5 };
const camera = { latitude: 41.4, longitude: 2.2, zoom: 12.5 };

const hits = ["Casa Azul", "Bodega", "Teatro"].map((name, at) => ({
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
const found = { hits, people: [], reels: [], total: hits.length, understood, relaxed: [], preparing: false };

/** Companies that the list scrolled to. */
const scrolled: string[] = [];

beforeAll(async () => {
  await startI18n();
  // A card that waits for its words keeps `act` busy forever.
  await i18next.loadNamespaces([
    "booking",
    "catalogue",
    "category",
    "company",
    "discover",
    "favourites",
    "map",
  ]);
});

beforeEach(() => {
  map.props.length = 0;
  map.cameras.length = 0;
  scrolled.length = 0;
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    if (this.dataset.company) scrolled.push(this.dataset.company);
  };
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) =>
      Response.json({ status: true, data: url.includes("search-tab") ? { ...found, next: null } : [] }),
    ),
  );
  // A wide window.
  const none = window.matchMedia("none");
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    ...none,
    matches: /min-width/.test(query),
  }));
});

const lastMap = () => map.props.at(-1) as MapViewProps;
const results = () => screen.findByRole("list", { name: "Results" });

async function open(path: string) {
  const router = createMemoryRouter(
    [
      { path: "/search", element: <SearchScreen /> },
      { path: "/companies/:handle", element: <h1>Company</h1> },
    ],
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await results();
  await waitFor(() => expect(map.cameras).toHaveLength(1));
  return router;
}

test("a map beside a list is returned to as it was left", async () => {
  const router = await open("/search?tab=places&q=rice");
  expect(map.cameras).toEqual([null]);
  act(() => lastMap().onMove?.(view, camera));
  await screen.findByRole("button", { name: "Search this area" });
  act(() => lastMap().onPick?.(8));
  await waitFor(() => expect(lastMap().marked).toBe(8));
  expect(scrolled).toEqual(["8"]);

  await userEvent.click(within(await results()).getByRole("link", { name: /Teatro/ }));
  await screen.findByRole("heading", { name: "Company" });
  await act(() => router.navigate(-1));
  const list = await results();
  await waitFor(() => expect(map.cameras).toEqual([null, camera]));
  expect(lastMap().marked).toBe(8);
  expect(list.querySelector('[data-company="8"]')?.hasAttribute("data-marked")).toBe(true);
  // The window has a scroll of its own: the chosen company leaves it.
  expect(scrolled).toEqual(["8"]);
});

test("a visit without a chosen place shows all results again", async () => {
  const router = await open("/search?tab=places&q=rice&at=41.4,2.2,12.5");
  expect(map.cameras).toEqual([camera]);
  await act(() => router.navigate("/search?tab=places&q=tea"));
  await waitFor(() => expect(lastMap().camera).toBeNull());
  await act(() => router.navigate(-1));
  await waitFor(() => expect(map.cameras).toEqual([camera, camera]));
});

test("a search of the area in view leaves the map where it is", async () => {
  const router = await open("/search?tab=places&q=rice");
  act(() => lastMap().onMove?.(view, camera));
  await userEvent.click(await screen.findByRole("button", { name: "Search this area" }));
  await waitFor(() => expect(router.state.location.search).toContain("area=2.1%2C41.3%2C2.3%2C41.5"));
  expect(lastMap().camera).toEqual(camera);
  expect(screen.queryByRole("button", { name: "Search this area" })).toBeNull();
});
