import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import { OrderTotals } from "./OrderTotals";
import type { Order } from "./types";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("orders");
});

function open(change: Partial<Order>) {
  const order = anOrder({ total: 10_000, subtotal: 10_000, ...change });
  render(
    <MantineProvider>
      <OrderTotals order={order} />
    </MantineProvider>,
  );
  const rows = screen.getAllByRole("term").map((term) => term.parentElement);
  return rows.map((row) => `${row?.dataset.row} ${row?.querySelector("dd")?.textContent}`);
}

const onSite = (state: Order["payment"]["state"]) =>
  ({ ...anOrder().payment, provider: "on_site", state }) satisfies Order["payment"];

test("a booking canceled before its payment is no refund", () => {
  const rows = open({ refunded: 4_500, waived: 4_500, payment: onSite("processing") });
  expect(rows).toContain("waived -€45.00");
  expect(rows).toContain("due €55.00");
  expect(rows.some((row) => row.startsWith("refunded"))).toBe(false);
});

test("shows what was paid back beside what never was paid", () => {
  const rows = open({ refunded: 9_000, waived: 4_500, payment: onSite("partially_refunded") });
  expect(rows).toContain("waived -€45.00");
  expect(rows).toContain("refunded €45.00");
  expect(rows.some((row) => row.startsWith("due"))).toBe(false);
});
