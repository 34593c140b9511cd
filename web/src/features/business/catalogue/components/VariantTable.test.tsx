import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { newVariant } from "../model/editor";
import { VariantTable } from "./VariantTable";

vi.mock("../useCatalogueTerms", () => ({ useCatalogueTerms: () => ({ data: undefined }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("business-catalogue");
});

function show(isCounted: boolean) {
  render(
    <MantineProvider env="test">
      <VariantTable
        variants={[newVariant()]}
        errors={{}}
        currency="EUR"
        hasAttributes={false}
        isCounted={isCounted}
        onChange={() => {}}
      />
    </MantineProvider>,
  );
  return screen.getAllByRole("columnheader").map((head) => head.textContent);
}

test("heads of optional columns say so, and a price has no mark", () => {
  expect(show(false)).toEqual([
    "SKU (optional)",
    "Price with VAT (EUR)",
    "Stock or places (optional)",
    "Sold out",
  ]);
  expect(screen.getByLabelText("SKU (optional)")).toHaveProperty("required", false);
  expect(screen.getByLabelText("Price with VAT (EUR)")).toHaveProperty("required", true);
});

test("counted places are not optional", () => {
  expect(show(true)).toContain("Stock or places");
  expect(screen.getByLabelText("Stock or places")).toHaveProperty("required", true);
});
