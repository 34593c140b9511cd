import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { CruiseForm } from "./CruiseForm";

vi.mock("@/api/client", () => ({
  api: { GET: async () => ({ data: [] }) },
  unwrap: (call: unknown) => call,
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["discover", "catalogue"]);
});

test("the latest departure is within the days that a search covers", async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CruiseForm query={{ date: "2026-12-24" }} facets={undefined} currency="EUR" onChange={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const until = await screen.findByLabelText<HTMLInputElement>("Latest departure");
  expect([until.min, until.max]).toEqual(["2026-12-24", "2027-01-23"]);
  expect(screen.getByText("A search covers 30 days")).toBeTruthy();
});
