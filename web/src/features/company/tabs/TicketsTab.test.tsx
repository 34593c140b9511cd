import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { company } from "@/test/companies";
import { TicketsTab } from "./TicketsTab";

vi.mock("../components/TableSection", () => ({ TableSection: () => <p>Table for two</p> }));
vi.mock("../hooks/useCompany", () => ({
  useCompany: () => ({
    ...company(),
    offers: [{ category: "food", availability: "table", count: 1 }],
  }),
}));
vi.mock("../model/tabs", async (original) => ({ ...(await original<object>()), hasOnlyTables: () => true }));
// A re-read in the background has failed.
vi.mock("../hooks/useItems", () => ({
  useItems: () => ({
    isError: true,
    isLoadingError: false,
    data: { total: 1, sections: [{ folder: null, items: [anOffering({ availability: "table" })] }] },
  }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["company", "catalogue"]);
});

test("tables stay when a re-read fails", async () => {
  render(
    <MantineProvider env="test">
      <TicketsTab />
    </MantineProvider>,
  );
  expect(await screen.findByText("Table for two")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
