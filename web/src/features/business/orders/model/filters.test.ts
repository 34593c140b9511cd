import { expect, test } from "vitest";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { type Filters, filtersOf, listQuery, movesRows } from "./filters";

const query = (filters: Partial<Filters>) =>
  listQuery({ ...filtersOf(new URLSearchParams()), ...filters }, "Europe/Lisbon");
const fresh = anOrder();
const accepted = anOrder({ state: "accepted" });
const withReturn = (state: Order["returns"][number]["state"]) =>
  anOrder({ returns: [{ state } as Order["returns"][number]] });

test.each([
  ["an order that stays in all", {}, fresh, accepted, false],
  ["a new order among all", {}, null, fresh, true],
  ["an order that leaves its state", { status: "new" }, fresh, accepted, true],
  ["an order that enters a state", { status: "accepted" }, fresh, accepted, true],
  ["an order that stays open", { status: "open" }, fresh, accepted, false],
  ["an order of another state", { status: "ready" }, fresh, accepted, false],
  ["a new order of another state", { status: "ready" }, null, fresh, false],
  ["a new order of another day", { to: "2026-11-20" }, null, fresh, false],
  ["a new order of the day", { from: "2026-11-22", to: "2026-11-22" }, null, fresh, true],
  ["an order that is not known", { status: "ready" }, undefined, accepted, true],
  ["a return that waits", { status: "returns" }, fresh, withReturn("requested"), true],
  [
    "a return that was approved",
    { status: "returns" },
    withReturn("requested"),
    withReturn("approved"),
    true,
  ],
  ["a return that goes on", { status: "returns" }, withReturn("received"), withReturn("inspected"), false],
] as const)("%s: rows may move %#", (_, filters, before, order, moves) => {
  expect(movesRows(query(filters), before, order)).toBe(moves);
});
