import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import type { ReactNode } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { CategoryScreen } from "./CategoryScreen";
import { ShopScreen } from "./ShopScreen";

beforeAll(async () => {
  Element.prototype.scrollIntoView = vi.fn();
  await startI18n();
  await i18next.loadNamespaces(["discover", "category", "catalogue"]);
});
afterAll(() => void vi.unstubAllGlobals());

const SCREENS: [string, ReactNode][] = [
  ["/categories/food", <CategoryScreen key="category" />],
  ["/shop", <ShopScreen key="shop" />],
];

test.each(SCREENS)("%s asks for the categories again after a failure", async (path, element) => {
  const asked = vi.fn(async (_: Request) => new Response("{}", { status: 500 }));
  vi.stubGlobal("fetch", asked);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter initialEntries={[path]}>
          <Routes>
            <Route path="/categories/:category" element={element} />
            <Route path="/shop" element={element} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  const reads = () => asked.mock.calls.filter(([{ url }]) => url.endsWith("/users/categories/")).length;
  expect((await screen.findByRole("alert")).textContent).toContain("Could not load the results");
  const before = reads();
  await userEvent.click(screen.getByRole("button", { name: /try again/i }));
  await waitFor(() => expect(reads()).toBe(before + 1));
});
