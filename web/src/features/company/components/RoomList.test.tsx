import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { DetailValue } from "@/shared/offering/types";
import { anOffering } from "@/test/bookings";
import type { Room } from "../hooks/useRooms";
import { readStay } from "../model/staySearch";
import { RoomList } from "./RoomList";

const fields = [
  { key: "beds", type: "number", min: 1, max: 12, filter: { by: "at_least", steps: [2, 3] } },
  { key: "breakfast_included", type: "flag", filter: { by: "value" } },
];

const search = readStay(new URLSearchParams("date=2026-12-01&until=2026-12-03"));

const room = (id: number, name: string, details: Record<string, DetailValue>, vat = 0): Room => ({
  offer: {
    ...anOffering({ id, name, category: "hotels", availability: "nights", unit: "night", details }),
    variant_id: id,
    nights: 2,
    total: 18_000,
    vat_added: vat,
    left: 9,
    min_nights: 1,
  },
  state: { kind: "free", total: 18_000, vatAdded: vat, left: 9 },
});

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["booking", "catalogue", "company"]);
});

function open(rooms: Room[], address = "/?date=2026-12-01") {
  const queries = new QueryClient();
  queries.setQueryData(["categories"], [{ key: "hotels", fields }]);
  queries.setQueryDefaults(["categories"], { staleTime: Number.POSITIVE_INFINITY });
  const element = <RoomList rooms={rooms} search={search} busy={false} />;
  const router = createMemoryRouter([{ path: "/", element }], { initialEntries: [address] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    router,
    names: () => screen.queryAllByRole("article").map((one) => one.querySelector("h2")?.textContent),
  };
}

const attic = room(1, "Attic", { beds: 1 });
const suite = room(2, "Suite", { beds: 3, breakfast_included: true });

test("a filter of the details leaves the rooms that fit", async () => {
  const { router, names } = open([attic, suite]);
  await userEvent.click(screen.getByText("Filters"));
  expect(screen.getByText("2 of 2 rooms")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: /2\+ beds/ }));
  expect(names()).toEqual(["Suite"]);
  expect(screen.getByText("1 of 2 rooms")).toBeTruthy();
  expect(router.state.location.search).toBe("?date=2026-12-01&details=beds%3A2");
});

test("a filter that leaves no room can be cleared", async () => {
  const { router, names } = open([attic, suite], "/?date=2026-12-01&details=beds:9");
  expect(screen.getByText("No rooms available")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(names()).toEqual(["Attic", "Suite"]);
  expect(router.state.location.search).toBe("?date=2026-12-01");
});

test("rooms that are alike have no filter", () => {
  open([attic, { ...attic, offer: { ...attic.offer, id: 3 } }]);
  expect(screen.queryByText("Filters")).toBeNull();
});

test("the price of a stay says that its tax is included", () => {
  open([attic, room(2, "Suite", {}, 1_598)]);
  const [plain, taxed] = screen.getAllByRole("article");
  expect(plain?.textContent).not.toContain("tax");
  expect(within(taxed as HTMLElement).getByText("tax included")).toBeTruthy();
  expect(taxed?.textContent).toContain("195.98");
});
