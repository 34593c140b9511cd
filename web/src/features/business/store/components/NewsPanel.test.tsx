import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { Suspense } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { NewsPanel } from "./NewsPanel";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("business-store");
});

function open(queries = new QueryClient()) {
  const page = (
    <Suspense>
      <NewsPanel />
    </Suspense>
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={createMemoryRouter([{ path: "/", element: page }])} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("stays when a re-read fails", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/profile/")
      ? { data: { time_zone: "Europe/Lisbon" } }
      : { data: [], total: 0, next: null },
  );
  open(queries);
  await screen.findByRole("button", { name: /news/i });
  server.GET.mockRejectedValue(new Error("refused"));
  await act(() => queries.refetchQueries());
  expect(screen.getByRole("button", { name: /news/i })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("stays while the sheet loads its words, and has the focus again", async () => {
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/profile/")
      ? { data: { time_zone: "Europe/Lisbon" } }
      : { data: [], total: 0, next: null },
  );
  open();
  const user = userEvent.setup();
  const add = await screen.findByRole("button", { name: /news/i });
  act(() => add.focus());
  fireEvent.click(add);
  // A browser takes the focus from what is hidden.
  expect(add.closest('[style*="none"]')).toBeNull();
  await screen.findByRole("dialog");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(document.activeElement).toBe(add));
});
