import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import * as api from "../api";
import type { Pay } from "../hooks/usePayment";
import type { Order } from "../types";
import { CardStep } from "./CardStep";

vi.mock("../api", async (original) => ({ ...(await original<typeof api>()), readProvider: vi.fn() }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["payment"]);
});

test("the choice of a card stays when a re-read fails", async () => {
  const provider = { publishable_key: null, cards: [] } as unknown;
  vi.mocked(api.readProvider).mockResolvedValue(provider as Awaited<ReturnType<typeof api.readProvider>>);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <CardStep order={anOrder() as Order} pay={{ isError: false } as Pay} onExpire={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  expect((await screen.findAllByRole("radio")).length).toBeGreaterThan(0);
  vi.mocked(api.readProvider).mockRejectedValue(new Error("refused"));
  await act(() => queries.refetchQueries());
  expect(screen.getAllByRole("radio").length).toBeGreaterThan(0);
  expect(screen.queryByText("Could not load the ways to pay")).toBeNull();
});
