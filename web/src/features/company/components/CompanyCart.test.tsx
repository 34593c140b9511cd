import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { availabilityTopic } from "@/shared/booking/model/availabilityTopic";
import type { Cart } from "@/shared/cart/types";
import { aCart, aLine } from "@/test/carts";
import { company } from "@/test/companies";
import { credentials } from "@/test/people";
import { playStream } from "@/test/stream";
import { BookingBox } from "./BookingBox";
// The parts that come on demand are here before the first test.
import "./CompanyCart";

const way = { kind: "collect" as const, minutes: 10, minimum_order: 1_000, zones: [], promised_at: null };
const tart = aCart({ options: [way] });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "company", "fulfilment"]);
});

afterEach(() => {
  vi.useRealTimers();
  act(() => useAuth.getState().clear());
});

/** Shows the right column beside carts of the server. */
function open(carts: Cart[], { ways = [way], visitor = false, fails = false } = {}) {
  const server = { carts, fails, reads: 0 };
  const answer = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.includes("/cart/lines/")) {
      const { quantity } = (await request.json()) as { quantity: number };
      const line = aLine({ quantity, amount: 380 * quantity });
      server.carts = quantity > 0 ? [{ ...tart, lines: [line], subtotal: 380 * quantity }] : [];
    } else if (pathname.endsWith("/my-carts/")) server.reads += 1;
    if (server.fails) return Response.json({ code: "unavailable", message: "Later." }, { status: 503 });
    return Response.json({ status: true, data: server.carts });
  };
  vi.stubGlobal("fetch", vi.fn(answer));
  if (!visitor) act(() => useAuth.getState().signIn(credentials(), false));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  for (const key of [["categories"], ["fulfilment"]])
    queries.setQueryDefaults(key, { staleTime: Number.POSITIVE_INFINITY });
  queries.setQueryData(["categories"], []);
  queries.setQueryData(["fulfilment", 7], { options: ways, currency: "EUR", time_zone: "Europe/Lisbon" });
  const stream = playStream("availability:7", availabilityTopic);
  render(
    <MantineProvider env="test">
      <LiveContext value={stream.live}>
        <QueryClientProvider client={queries}>
          <MemoryRouter initialEntries={["/companies/casa-azul"]}>
            <Routes>
              <Route path="/companies/:companyId" element={<BookingBox company={company()} />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </LiveContext>
    </MantineProvider>,
  );
  return { server, stream };
}

const checkout = () => screen.findByRole("link", { name: "Go to checkout" });

test("the cart of the company is edited beside its menu", async () => {
  open([tart, aCart({ company: { ...tart.company, id: 8 }, lines: [aLine({ id: 12, name: "Bread" })] })]);
  expect((await checkout()).getAttribute("href")).toBe("/cart/7");
  expect(screen.queryByText("Bread")).toBeNull();
  expect(screen.getByText("€6.20 more to the minimum order")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "One more: Strawberry tart" }));
  expect(await screen.findByText("€2.40 more to the minimum order")).toBeTruthy();
  const subtotal = () => screen.getByText("Subtotal").parentElement?.textContent;
  await waitFor(() => expect(subtotal()).toBe("Subtotal€7.60"));
});

test("the last line leaves an empty cart and can be taken back", async () => {
  open([tart]);
  await userEvent.click(await screen.findByRole("button", { name: "Remove Strawberry tart" }));
  expect(await screen.findByText("Your cart is empty")).toBeTruthy();
  const undo = screen.getByRole("button", { name: "Put Strawberry tart back" });
  expect(document.activeElement).toBe(undo);
  expect(screen.queryByRole("link", { name: "Go to checkout" })).toBeNull();
});

test("a visitor has an empty cart", async () => {
  const { server } = open([], { visitor: true });
  expect(await screen.findByText("Your cart is empty")).toBeTruthy();
  expect(server.reads).toBe(0);
});

test("a cart that cannot be read can be tried again", async () => {
  const { server } = open([tart], { fails: true });
  const retry = await screen.findByRole("button", { name: "Try again" });
  server.fails = false;
  await userEvent.click(retry);
  await checkout();
});

test("the cart is read again when something sells out", async () => {
  const { server, stream } = open([tart]);
  act(() => stream.snapshot({}));
  await checkout();
  server.carts = [{ ...tart, lines: [aLine({ problem: "sold_out" })] }];
  vi.useFakeTimers();
  act(() => stream.event({ type: "sold_out", offering_id: 1, sold_out: true }));
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  vi.useRealTimers();
  expect(await screen.findByText("Sold out")).toBeTruthy();
});

test("a company that offers no way to get an order shows no cart", async () => {
  open([], { ways: [] });
  expect(await screen.findByRole("heading", { name: "Plan your visit" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Cart" })).toBeNull();
});
