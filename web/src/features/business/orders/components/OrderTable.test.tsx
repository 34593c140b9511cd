import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { OrderTable } from "./OrderTable";

/** Orders whose rows were drawn, in order. */
const drawn: number[] = [];
vi.mock("@/shared/orders/usePaymentText", () => ({
  usePaymentText:
    () =>
    ({ id }: Order) => {
      drawn.push(id);
      return "Paid";
    },
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

beforeEach(() => {
  drawn.length = 0;
});

const first = [1, 2, 3].map((id) => anOrder({ id, code: `ORDER-${id}` }));
const NONE = new Set<number>();

function Table({ orders }: { orders: readonly Order[] }) {
  const [ids, setIds] = useState<ReadonlySet<number>>(NONE);
  return (
    <MantineProvider env="test">
      <MemoryRouter>
        <OrderTable orders={orders} glowing={NONE} selection={{ ids, onSelect: setIds }} />
      </MemoryRouter>
    </MantineProvider>
  );
}

const select = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));
const selected = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").flatMap(({ checked }, at) => (checked ? [at] : []));

test("orders are selected one by one and all at once", async () => {
  render(<Table orders={first} />);
  await select("Select order ORDER-1");
  await select("Select order ORDER-3");
  expect(selected()).toEqual([1, 3]);
  await select("Select order ORDER-1");
  expect(selected()).toEqual([3]);
  await select("Select all");
  expect(selected()).toEqual([0, 1, 2, 3]);
});

test("a change of an order draws its row only", async () => {
  const { rerender } = render(<Table orders={first} />);
  drawn.length = 0;
  rerender(<Table orders={first.map((one) => (one.id === 2 ? { ...one, state: "ready" } : one))} />);
  expect(drawn).toEqual([2]);
  await select("Select order ORDER-3");
  expect(drawn).toEqual([2, 3]);
});
