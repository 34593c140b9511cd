import { MantineProvider } from "@mantine/core";
import { focusManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { startI18n } from "@/lib/i18n";
import { aUser, credentials } from "@/test/people";
import { ReservationsScreen } from "./ReservationsScreen";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("booking");
});

afterEach(() => {
  vi.useRealTimers();
  focusManager.setFocused(undefined);
  act(() => useAuth.getState().clear());
});

async function open(type: "guest" | "regular") {
  act(() => useAuth.getState().signIn(credentials({ user: aUser({ type }) }), false));
  server.GET.mockReset().mockResolvedValue({ data: [], total: 0, next: null });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })}>
        <MemoryRouter>
          <ReservationsScreen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByText("No orders or order details found");
}

const reads = () => server.GET.mock.calls.filter(([path]) => path.endsWith("/bookings/")).length;

test("the list of a guest is read again every minute and on focus", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open("guest");
  expect(reads()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reads()).toBe(2);
  await act(async () => focusManager.setFocused(false));
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(reads()).toBe(2);
  await act(async () => focusManager.setFocused(true));
  expect(reads()).toBe(3);
});

test("that of an account follows its notifications", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await open("regular");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(reads()).toBe(1);
});
