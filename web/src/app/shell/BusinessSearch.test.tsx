import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { aUser, credentials } from "@/test/people";
import { BusinessSearch } from "./BusinessSearch";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

vi.setConfig({ testTimeout: 30_000 });

const ROLE = { role: "staff", permissions: ["orders", "support"] };

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-palette", "account", "notifications", "business-team"]);
});

beforeEach(() => {
  server.GET.mockImplementation(async () => ({ data: ROLE }));
  useAuth.getState().signIn(credentials({ user: aUser({ type: "professional" }) }), true);
});

function show(beside?: ReactNode) {
  const element = (
    <>
      <BusinessSearch />
      {beside}
    </>
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <RouterProvider router={createMemoryRouter([{ path: "*", element }])} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.getByRole("button", { name: "Search (Ctrl K)" });
}

const press = (more = {}) => fireEvent.keyDown(window, { key: "k", ctrlKey: true, ...more });
const field = () => screen.queryByRole("combobox");

test("the shortcut opens the palette and closes it, with the focus back", async () => {
  const button = show();
  button.focus();
  expect(press()).toBe(false);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("combobox")));
  press();
  await waitFor(() => expect(field()).toBeNull());
  expect(document.activeElement).toBe(button);
});

test("the button shows the pages of the role only", async () => {
  const button = show();
  expect(button.dataset.tooltip).toBe("Search (Ctrl K)");
  fireEvent.click(button);
  expect(await screen.findByRole("option", { name: "Orders" })).toBeTruthy();
  expect(screen.queryByRole("option", { name: "Catalog" })).toBeNull();
});

test("other keys, and another open dialog, do not open it", async () => {
  const form = <div role="dialog" aria-modal="true" aria-label="Form" />;
  show(form);
  expect(press({ shiftKey: true })).toBe(true);
  expect(press({ ctrlKey: false, metaKey: true })).toBe(true);
  expect(press()).toBe(false);
  // Its code has arrived by then, and was not asked for.
  await act(async () => void (await import("@/features/business/palette/SearchPalette")));
  expect(field()).toBeNull();
  screen.getByRole("dialog", { name: "Form" }).removeAttribute("aria-modal");
  press();
  expect(await screen.findByRole("combobox")).toBeTruthy();
});
