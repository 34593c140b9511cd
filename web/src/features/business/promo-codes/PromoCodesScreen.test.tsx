import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { PromoCodesScreen } from "./PromoCodesScreen";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-sales", "auth", "policies"]);
});

test("asks before a code that was begun is closed, and returns the focus", async () => {
  server.GET.mockImplementation(async (path: string) =>
    path.endsWith("/terms/")
      ? { data: { currency: "EUR", time_zone: "Europe/Madrid" } }
      : { data: [], total: 0, next: null },
  );
  const router = createMemoryRouter([{ path: "/", element: <PromoCodesScreen /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const add = await screen.findByRole("button", { name: "New promo code" });
  await user.click(add);
  const code = await screen.findByLabelText("Code");
  fireEvent.change(code, { target: { value: "SUMMER" } });
  await user.keyboard("{Escape}");
  await user.click(await screen.findByText("Keep editing"));
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("SUMMER");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByText(/^Discard( changes)?$/));
  await waitFor(() => expect(document.activeElement).toBe(add));
});
