import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { company } from "@/test/companies";
import { stubNear } from "@/test/near";
import { HomeSections } from "./HomeSections";

const CARDS = { order: () => null, booking: () => null };

const SOUP = {
  id: 7,
  company: { ...company(), city: "Madrid" },
  category: "food",
  subcategory: null,
  kind: "product",
  availability: "stock",
  name: "Soup",
  price: 900,
  currency: "EUR",
  picture: null,
  details: {},
  rating: 4.5,
  rating_count: 3,
  sold_out: false,
};

function show(answer: (request: Request) => Promise<Response>) {
  vi.stubGlobal("fetch", vi.fn(answer));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <HomeSections cards={CARDS} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return client;
}

const page = (data: object) => async () =>
  Response.json({ status: true, statusCode: 200, message: "OK", data });

beforeEach(async () => {
  vi.unstubAllGlobals();
  await startI18n();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("sections stand in the order of the server", async () => {
  show(
    page({
      place: { label: "Lisbon", latitude: 38.7, longitude: -9.1 },
      sections: [
        { kind: "open_now", companies: [{ ...company(), distance_km: 1.2 }] },
        { kind: "of_tomorrow", anything: 1 },
        { kind: "categories", keys: ["music", "food"] },
      ],
      failed: [],
    }),
  );
  expect(
    await screen.findByRole("heading", { name: "Open now near Lisbon" }, { timeout: 10_000 }),
  ).toBeTruthy();
  const titles = screen.getAllByRole("heading", { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual(["Open now near Lisbon", "Explore by category"]);
  const tiles = screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("href")?.startsWith("/categories"));
  expect(tiles.map((tile) => tile.getAttribute("href"))).toEqual(["/categories/music", "/categories/food"]);
});

test("reels and top rated offers lead to their pages", async () => {
  const reel = { id: 5, caption: "Paella for two", company_name: "Casa Azul", poster: null };
  const home = page({
    place: { label: "Madrid", latitude: 40.4, longitude: -3.7 },
    sections: [
      { kind: "reels", reels: [reel] },
      { kind: "top_rated", offers: [SOUP] },
    ],
    failed: [],
  });
  const nothing = page([]);
  show(({ url }) => (url.includes("/home/") ? home() : nothing()));
  const tile = await screen.findByRole("link", { name: "Paella for two" }, { timeout: 10_000 });
  expect(tile.getAttribute("href")).toBe("/videos/5");
  expect(tile.textContent).toContain("Casa Azul");
  expect(await screen.findByRole("heading", { name: "Top rated near Madrid" })).toBeTruthy();
  const soup = await screen.findByRole("link", { name: /Soup/ });
  expect(soup.getAttribute("href")).toMatch(/\/7$/);
});

test("a row below the first view loads its cards when it comes near", async () => {
  const come = stubNear();
  const place = { label: "Madrid", latitude: 40.4, longitude: -3.7 };
  const home = page({ place, sections: [{ kind: "top_rated", offers: [SOUP] }], failed: [] });
  const nothing = page([]);
  show(({ url }) => (url.includes("/home/") ? home() : nothing()));
  await screen.findByRole("heading", { name: "Top rated near Madrid" }, { timeout: 10_000 });
  expect(screen.queryByRole("link", { name: /Soup/ })).toBeNull();
  come();
  expect(await screen.findByRole("link", { name: /Soup/ })).toBeTruthy();
});

test("one request answers the page", async () => {
  show(page({ place: null, sections: [{ kind: "categories", keys: ["food"] }], failed: [] }));
  await screen.findByRole("link", { name: "Food and drink" });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a failed request can be tried again", async () => {
  show(async () => new Response("{}", { status: 500 }));
  expect(await screen.findByRole("button", { name: /try again/i })).toBeTruthy();
});

test("one notice tells of sections that failed, and reads them again", async () => {
  const categories = { kind: "categories", keys: ["food"] };
  show(page({ place: null, sections: [categories], failed: ["reels", "tonight"] }));
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load a part of this page");
  expect(screen.getByRole("link", { name: "Food and drink" })).toBeTruthy();
  vi.mocked(fetch).mockImplementation(page({ place: null, sections: [categories], failed: [] }));
  fireEvent.click(screen.getByRole("button", { name: /try again/i }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a failed re-read keeps the page", async () => {
  const home = page({ place: null, sections: [{ kind: "categories", keys: ["food"] }], failed: [] });
  const client = show(home);
  await screen.findByRole("link", { name: "Food and drink" });
  vi.mocked(fetch).mockImplementation(async () => new Response("{}", { status: 500 }));
  await act(() => client.refetchQueries());
  expect(screen.getByRole("link", { name: "Food and drink" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("an order type restricts the page and its lists", async () => {
  show(
    page({
      place: null,
      sections: [{ kind: "new_here", companies: [company()] }],
      failed: [],
    }),
  );
  await screen.findByRole("heading", { name: "New here" }, { timeout: 10_000 });
  fireEvent.click(screen.getByRole("radio", { name: "Click and collect" }));
  const asked = () => vi.mocked(fetch).mock.calls.map(([request]) => new URL((request as Request).url));
  await waitFor(() =>
    expect(asked().some(({ searchParams }) => searchParams.get("order_type") === "collect")).toBe(true),
  );
  const list = await screen.findByRole("link", { name: /See all/ });
  expect(list.getAttribute("href")).toBe("/search?tab=places&sort=newest&order_type=collect");
});
