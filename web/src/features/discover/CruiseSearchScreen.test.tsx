import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { findSailings } from "./api";
import { CruiseSearchScreen } from "./CruiseSearchScreen";

vi.mock("./api", async (original) => ({ ...(await original<object>()), findSailings: vi.fn() }));
vi.mock("./components/CruiseForm", () => ({ CruiseForm: () => null }));
vi.mock("./components/SailingCard", () => ({
  SailingCard: ({ sailing }: { sailing: { id: number } }) => <li>Cruise {sailing.id}</li>,
}));

const page = (items: object[], next: string | null) =>
  ({ items, next, total: 40, facets: {}, relaxed: [] }) as never;

test("cruises of a day are none once the last page has none", async () => {
  await startI18n();
  vi.mocked(findSailings)
    .mockResolvedValueOnce(page([], "2"))
    .mockResolvedValueOnce(page([{ id: 8 }], null));
  const router = createMemoryRouter([{ path: "/search/cruises", element: <CruiseSearchScreen /> }], {
    initialEntries: ["/search/cruises?date=2030-08-01"],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const more = await screen.findByRole("button", { name: "Show more" });
  expect(screen.getByText("More than 0 results")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show all cruises" })).toBeNull();
  await userEvent.click(more);
  expect(await screen.findByText("Cruise 8")).toBeTruthy();
  await waitFor(() => expect(screen.getByText("1 cruise")).toBeTruthy());
});
