import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, Outlet, useLocation } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { isGuest, useAuth } from "@/api/auth";
import { separateAccounts } from "@/app/separateAccounts";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { availabilityTopic } from "@/shared/booking/model/availabilityTopic";
import { anOffering } from "@/test/bookings";
import { aCart } from "@/test/carts";
import { company } from "@/test/companies";
import { aUser, credentials } from "@/test/people";
import { playStream } from "@/test/stream";
import { ProductsTab } from "../tabs/ItemsTab";
// The parts that come on demand are here before the first test.
import "@/ui/SheetBody";
import "./ItemSheet";

const SAUCE = { name: "Sauce", required: true, max: 1, choices: [{ name: "Garlic", price: 50 }] };

const dish = {
  ...anOffering({ id: 3, name: "Prawns", kind: "product", category: "food" }),
  availability: "unlimited",
  details: { allergens: ["crustaceans"] },
  description: "From the grill.",
  options: [SAUCE],
  rating: 4.5,
  rating_count: 12,
};
const table = anOffering({ id: 4, name: "Terrace", availability: "table" });
const away = { ...dish, id: 5, company: { ...dish.company, id: 8 } };

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "catalogue", "company", "favourites", "product"]);
});

let end = () => {};

afterEach(() => {
  end();
  act(() => useAuth.getState().clear());
});

interface Setup {
  ways?: unknown[];
  /** Status of the pages of items. */
  status?: number;
  visitor?: boolean;
}

/** Opens the menu of a company with a dish and a table. */
function open(
  address = "/companies/casa-azul",
  { ways = [{ kind: "collect" }], status = 200, visitor = false }: Setup = {},
) {
  const added: unknown[] = [];
  const server = { status };
  const answer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/cart/add/")) {
      added.push(await request.json());
      return Response.json({ status: true, data: aCart() });
    }
    if (pathname.endsWith("/guest/")) {
      const tokens = { accessToken: "access", refreshToken: "refresh" };
      return Response.json({ status: true, tokens, data: { user: aUser({ type: "guest" }) } });
    }
    if (pathname.endsWith("/my-carts/")) return Response.json({ status: true, data: [] });
    const item = [dish, table, away].find(({ id }) => pathname.endsWith(`/product/${id}/`));
    if (server.status === 200 && item) return Response.json({ status: true, data: item });
    return Response.json({ code: "refused", message: "No." }, { status: item ? server.status : 404 });
  };
  vi.stubGlobal("fetch", vi.fn(answer));
  if (!visitor) act(() => useAuth.getState().signIn(credentials(), false));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  end = separateAccounts(queries);
  const fields = [{ key: "allergens", type: "many", options: ["crustaceans"] }];
  const known: [string[], unknown][] = [
    [["categories"], [{ key: "food", availability: ["unlimited"], fields }]],
    [["fulfilment"], { options: ways }],
    [["company", "items"], { total: 2, sections: [{ folder: null, items: [dish, table] }] }],
  ];
  for (const [key] of known) queries.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(["categories"], known[0]?.[1]);
  queries.setQueryData(["fulfilment", 7], known[1]?.[1]);
  queries.setQueryData(["company", "items", 7, "product"], known[2]?.[1]);
  const stream = playStream("availability:7", availabilityTopic);
  const router = createMemoryRouter(
    [
      {
        path: "/companies/:companyId",
        element: <Outlet context={company()} />,
        children: [{ index: true, element: <ProductsTab /> }],
      },
      { path: "/products/:productId", Component: () => <p>Page {useLocation().pathname}</p> },
    ],
    { initialEntries: ["/search", address] },
  );
  render(
    <MantineProvider env="test">
      <LiveContext value={stream.live}>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </LiveContext>
    </MantineProvider>,
  );
  return { router, stream, added, server };
}

const sheet = () => screen.findByRole("dialog", { name: "Prawns" });

test("a dish opens over the menu, and the step back closes it", async () => {
  const { router } = open();
  const row = await screen.findByRole("link", { name: "Prawns" });
  expect(row.getAttribute("href")).toBe("/products/3");
  await userEvent.click(row);
  const dialog = within(await sheet());
  expect(dialog.getByText("From the grill.")).toBeTruthy();
  expect(dialog.getByText("Allergens")).toBeTruthy();
  expect(dialog.getByRole("link", { name: "Open the page" }).getAttribute("href")).toBe("/products/3");
  expect(router.state.location.search).toBe("?item=3");
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("link", { name: "Prawns" }));
});

test("a click for a new tab opens no sheet", async () => {
  const { router } = open();
  const row = await screen.findByRole("link", { name: "Prawns" });
  row.addEventListener("click", (event) => event.preventDefault());
  fireEvent.click(row, { ctrlKey: true });
  expect(router.state.location.search).toBe("");
});

test("a dish that was added closes the sheet and leaves no step behind", async () => {
  const { router, added } = open();
  await userEvent.click(await screen.findByRole("link", { name: "Prawns" }));
  const dialog = within(await sheet());
  const add = await dialog.findByRole("button", { name: /^Add to cart/ });
  await userEvent.click(add);
  expect(dialog.getByText("Choose an option for Sauce")).toBeTruthy();
  await userEvent.click(dialog.getByRole("radio", { name: /Garlic/ }));
  await userEvent.click(dialog.getByRole("button", { name: "One more: Prawns" }));
  await userEvent.click(add);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(added).toMatchObject([
    { company_id: 7, product_id: 3, quantity: 2, options: [{ group: "Sauce", choice: "Garlic" }] },
  ]);
  expect(router.state.location).toMatchObject({ pathname: "/companies/casa-azul", search: "" });
  expect(router.state.historyAction).toBe("POP");
});

test("a visitor becomes a guest with the first dish", async () => {
  const { router, added } = open("/companies/casa-azul?item=3", { visitor: true });
  const dialog = within(await sheet());
  await userEvent.click(await dialog.findByRole("radio", { name: /Garlic/ }));
  await userEvent.click(dialog.getByRole("button", { name: /^Add to cart/ }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(added).toHaveLength(1);
  expect(isGuest(useAuth.getState().credentials?.user ?? null)).toBe(true);
  expect(router.state.location.search).toBe("");
  expect(screen.getByRole("link", { name: "Prawns" })).toBeTruthy();
});

test("a link to a dish shows it, and closing it stays on the menu", async () => {
  const { router } = open("/companies/casa-azul?q=p&item=3&quantity=2");
  await sheet();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(router.state.location).toMatchObject({ pathname: "/companies/casa-azul", search: "?q=p" });
});

test("a dish that sells out while it is open cannot be added", async () => {
  const { stream } = open("/companies/casa-azul?item=3");
  act(() => stream.snapshot({}));
  const dialog = within(await sheet());
  expect(await dialog.findByRole("button", { name: /^Add to cart/ })).toBeTruthy();
  act(() => stream.event({ type: "sold_out", offering_id: 3, sold_out: true }));
  expect(await dialog.findByText("Out of stock")).toBeTruthy();
  expect(dialog.queryByRole("button", { name: /^Add to cart/ })).toBeNull();
});

test("a dish that cannot be read can be tried again", async () => {
  const { server } = open("/companies/casa-azul?item=3", { status: 503 });
  const retry = await screen.findByRole("button", { name: "Try again" });
  server.status = 200;
  await userEvent.click(retry);
  await sheet();
});

test("a dish that is gone says so over the menu", async () => {
  open("/companies/casa-azul?item=9");
  expect(await screen.findByText("Item not found")).toBeTruthy();
});

test.each([4, 5])("a link to the item %i, which is not ordered here, leads to its page", async (id) => {
  open(`/companies/casa-azul?item=${id}`);
  expect(await screen.findByText(`Page /products/${id}`)).toBeTruthy();
});

test("a row leads to the page if it is booked or nothing can be ordered", async () => {
  const { router } = open(undefined, { ways: [] });
  await userEvent.click(await screen.findByRole("link", { name: "Prawns" }));
  expect(await screen.findByText("Page /products/3")).toBeTruthy();
  await act(() => router.navigate(-1));
  const [row] = await screen.findAllByRole("link", { name: "Terrace" });
  expect(row?.getAttribute("aria-haspopup")).toBeNull();
});
