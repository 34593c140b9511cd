import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import { OrderLines } from "./OrderLines";
import type { OrderLine } from "./types";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("orders");
});

const line = (name: string, amount: number, discount: number): OrderLine => ({
  name,
  amount,
  discount,
  note: "",
  options: [],
  paid: amount,
  picture: null,
  product_id: 1,
  quantity: 1,
  returnable: 1,
  unit_price: amount + discount,
  variant_id: 1,
  variant_name: "",
  vat: 0,
  vat_rate: 0,
});

test("lines add up to the subtotal, before the discount of the order", () => {
  const lines = [line("Patatas bravas", 170, 170), line("Croquetas", 300, 50)];
  render(
    <MantineProvider>
      <OrderLines order={anOrder({ lines, subtotal: 690, discount: 220, total: 470 })} />
    </MantineProvider>,
  );
  const amounts = screen.getAllByRole("listitem").map((item) => item.lastElementChild?.textContent);
  expect(amounts).toEqual(["€3.40", "€3.50"]);
});
