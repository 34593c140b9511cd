import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import * as api from "../api";
import type { SavedCard } from "../types";
import { SavedCards } from "./SavedCards";

vi.mock("../api", async (original) => ({ ...(await original<typeof api>()), deleteCard: vi.fn() }));

const card: SavedCard = {
  id: 1,
  brand: "visa",
  last4: "4242",
  exp_month: 4,
  exp_year: 2031,
  is_default: true,
};

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("payment");
});

test("a refused deletion of a card says so", async () => {
  vi.mocked(api.deleteCard).mockRejectedValue(new Error("refused"));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SavedCards name="card" cards={[card]} chosen={null} onChoose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete card ending in 4242" }));
  await waitFor(() =>
    expect(useToasts.getState().shown).toMatchObject([{ kind: "error", text: "Something went wrong" }]),
  );
});
