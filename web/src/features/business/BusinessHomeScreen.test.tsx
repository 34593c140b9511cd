import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { playStream } from "@/test/stream";
import { BusinessHomeScreen } from "./BusinessHomeScreen";
import { companyTopic } from "./live/companyTopic";

// The screen loads it on demand: a slow machine would exceed the wait of a query.
import "./dashboard/EarningsGraph";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5, type: "professional" }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["account", "business-sales", "business-team", "category", "orders"]);
});

const day = { orders: 9, fulfilled: 7, cancelled: 2, bookings: 0, tickets: 9, income: 9_000 };
const ANSWERS: Record<string, object> = {
  "/dashboard/": {
    currency: "EUR",
    today: { ...day, day: "2026-11-22" },
    last_week: { ...day, day: "2026-11-15" },
    open: [{ state: "new", count: 3 }],
    attention: { reservations: 4, reviews: 0, low_stock: 2, tickets: 0, returns: 0 },
    overview: {
      folders: 1,
      on_sale: 2,
      sold_out: 0,
      promo_codes: 0,
      promo_uses: 0,
      advertisements: 0,
      views: 0,
      clicks: 0,
    },
  },
  "/earnings/": { from: "2026-10-24", to: "2026-11-22", days: [], before: null },
};

beforeEach(() => {
  server.GET.mockImplementation(async (path: string) => {
    const key = Object.keys(ANSWERS).find((end) => path.endsWith(end));
    return {
      data: key
        ? ANSWERS[key]
        : { role: "owner", permissions: ["orders", "catalogue", "store"], company: null },
    };
  });
});

const open = (queries = new QueryClient()) =>
  render(
    <MantineProvider env="test">
      <LiveContext value={playStream("orders:7", companyTopic).live}>
        <QueryClientProvider client={queries}>
          <MemoryRouter>
            <BusinessHomeScreen recent={null} tasks={[]} />
          </MemoryRouter>
        </QueryClientProvider>
      </LiveContext>
    </MantineProvider>,
  );

const target = async (name: RegExp) => (await screen.findByRole("link", { name })).getAttribute("href");

test("closed orders of today open the list of those of the day", async () => {
  open();
  const dates = "from=2026-11-22&to=2026-11-22";
  expect(await target(/^7 ?Fulfilled$/)).toBe(`/pro/orders?view=list&status=fulfilled&${dates}`);
  expect(await target(/^2 ?Canceled$/)).toBe(`/pro/orders?view=list&status=cancelled&${dates}`);
  expect(await target(/^3 ?New$/)).toBe("/pro/orders?view=list&status=new");
});

test("tasks open lists of what waits", async () => {
  open();
  expect(await target(/4 reservations wait/)).toBe("/pro/reservations?tab=awaiting");
  expect(await target(/2 products are almost sold out/)).toBe("/pro/catalogue/products?stock=low_stock");
});

test("a failed re-read of the company keeps its card", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  open(queries);
  await target(/4 reservations wait/);
  server.GET.mockRejectedValue(new Error("refused"));
  await act(() => queries.refetchQueries());
  expect(screen.queryByText("Could not load your company")).toBeNull();
});
