import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { startI18n } from "@/lib/i18n";
import { sourceFiles } from "@/test/files";
import { InvoiceDocument } from "./InvoiceDocument";
import type { Invoice } from "./types";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["invoice"]);
});

const INVOICE = {
  number: "2026-7",
  kind: "invoice",
  issued_on: "2026-11-22",
  order_code: "P7KQ-4MXD",
  corrects: null,
  seller: { name: "Casa Azul", address: "", postal_code: "", city: "", country: "PT", email: "" },
  buyer: { name: "Alice Martin", address: "", email: "" },
  lines: [
    {
      kind: "item",
      name: "Bread",
      quantity: 1,
      unit_price: 260,
      discount: 26,
      amount: 234,
      vat: 21,
      vat_rate: 1000,
    },
  ],
  net: 213,
  vat: 21,
  total: 234,
  currency: "EUR",
  note: "",
} as unknown as Invoice;

test("the minus of a discount stays with its amount", () => {
  render(<InvoiceDocument invoice={INVOICE} />);
  expect(screen.getByText("-€0.26").className).toContain("amount");
  const [styles] = sourceFiles(/^shared\/invoice\/Invoice\.module\.css$/);
  expect(styles?.text).toMatch(/\.amount,[^}]*white-space: nowrap/);
});
