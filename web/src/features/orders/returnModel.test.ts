import { expect, it } from "vitest";
import type { Order } from "@/shared/orders/types";
import { paidFor } from "./returnModel";

const lines = [{ amount: 1_000, quantity: 3 }] as Order["lines"];

it("shares what was paid for a line among its units", () => {
  expect(paidFor({ lines }, 0, 1)).toBe(333);
  expect(paidFor({ lines }, 0, 3)).toBe(1_000);
  expect(paidFor({ lines }, 1, 1)).toBe(0);
});
