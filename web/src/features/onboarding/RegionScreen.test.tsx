import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { rememberedCountry } from "@/lib/rememberedCountry";
import { chooseTown, useChosenTown } from "@/shared/place/chosenTown";
import { chosenTown } from "@/test/towns";
import { RegionScreen } from "./RegionScreen";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("auth");
});
afterEach(() => chooseTown(null));

async function show() {
  server.GET.mockResolvedValue({ data: [{ code: "PT" }, { code: "US" }] });
  const router = createMemoryRouter(
    [
      { path: "/", element: <h1>Home</h1> },
      { path: "/settings/region", element: <RegionScreen settings /> },
    ],
    { initialEntries: ["/settings/region"] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByRole("option", { name: "Portugal" });
}

async function save() {
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.getByRole("heading", { name: "Home" })).toBeTruthy());
}

test("a chosen country forgets a town that was chosen elsewhere", async () => {
  chooseTown(chosenTown());
  await show();
  await userEvent.selectOptions(screen.getByRole("combobox"), "PT");
  await save();
  expect(rememberedCountry()).toBe("PT");
  expect(useChosenTown.getState().town).toBeNull();
});

test("the chosen town stays when no country is chosen", async () => {
  chooseTown(chosenTown());
  await show();
  await save();
  expect(useChosenTown.getState().town).toEqual(chosenTown());
});
