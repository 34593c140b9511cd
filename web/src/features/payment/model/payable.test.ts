import { expect, test } from "vitest";
import { asDeepRequired } from "@/api/deepRequired";
import { anOrder } from "@/test/orders";
import { payableOf } from "./payable";

test("a card is charged for all orders of the payment", () => {
  const order = asDeepRequired(
    anOrder({ id: 1, total: 1_000, payment: { ...anOrder().payment, amount: 1_250 } }),
  );
  const other = asDeepRequired(
    anOrder({ id: 2, total: 250, company: { ...order.company, id: 8, name: "Forn Vilallonga" } }),
  );
  const payable = payableOf(order, [order, other], (names) => names.join(" and "));
  expect(payable).toMatchObject({ id: 1, total: 1_250 });
  expect(payable.company.name).toBe("Casa Azul and Forn Vilallonga");
});
