import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import * as api from "./api";
import { CardsScreen } from "./CardsScreen";
import type { SavedCard } from "./types";

vi.mock("./api", async (original) => ({
  ...(await original<typeof api>()),
  readProvider: vi.fn(),
  deleteCard: vi.fn(),
  setDefaultCard: vi.fn(),
}));

const card = (id: number, last4: string, is_default: boolean): SavedCard => ({
  id,
  brand: "visa",
  last4,
  exp_month: 4,
  exp_year: 2031,
  is_default,
});
const cards = [card(1, "4242", true), card(2, "1881", false)];

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("payment");
});
beforeEach(() => {
  vi.mocked(api.readProvider).mockResolvedValue({
    provider: "sandbox",
    publishable_key: null,
    cards,
  } as unknown as Awaited<ReturnType<typeof api.readProvider>>);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <CardsScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
});

test("a card is shown until the server has deleted it", async () => {
  let answer = { confirm: () => {}, refuse: () => {} };
  vi.mocked(api.deleteCard).mockImplementation(
    () =>
      new Promise((confirm, refuse) => {
        answer = { confirm: () => confirm({} as never), refuse: () => refuse(new Error("refused")) };
      }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete card ending in 1881" }));
  const sheet = within(await screen.findByRole("dialog"));
  const submit = sheet.getByRole("button", { name: "Delete card" });
  await userEvent.click(submit);
  expect(submit).toHaveProperty("disabled", true);
  expect(screen.getByText("•••• 1881")).toBeTruthy();
  answer.refuse();
  expect((await sheet.findByRole("alert")).textContent).toBe("Something went wrong");
  expect(screen.getByText("•••• 1881")).toBeTruthy();
  await userEvent.click(submit);
  answer.confirm();
  await waitFor(() => expect(screen.queryByText("•••• 1881")).toBeNull());
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByText("•••• 4242")).toBeTruthy();
});

test("a refused choice of the default card says so", async () => {
  vi.mocked(api.setDefaultCard).mockRejectedValue(new Error("refused"));
  await userEvent.click(
    await screen.findByRole("button", { name: "Make the card ending in 1881 the default" }),
  );
  expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
});
