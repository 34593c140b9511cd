import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { company } from "@/test/companies";
import { ServicesTab } from "./ItemsTab";

const NAMES = ["Massage", "Sauna", "Facial", "Manicure", "Pedicure", "Haircut", "Peeling", "Yoga"];

vi.mock("../hooks/useCompany", () => ({ useCompany: () => company() }));
vi.mock("../hooks/useItems", () => ({
  useItems: () => ({
    // A re-read in the background has failed.
    isError: true,
    isLoadingError: false,
    data: {
      total: NAMES.length,
      sections: [{ folder: null, items: NAMES.map((name, at) => anOffering({ id: at + 1, name })) }],
    },
  }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["company", "catalogue", "favourites"]);
});

test("the search of a list stands in the address, so that back restores it", async () => {
  const opened = { pathname: "/companies/casa-azul/services", state: { from: "/search" } };
  const router = createMemoryRouter(
    [
      { path: "/companies/:companyId/services", element: <ServicesTab /> },
      { path: "/products/:id", element: <p>Product</p> },
    ],
    { initialEntries: [opened] },
  );
  const queries = new QueryClient();
  queries.setQueryData(["categories"], []);
  queries.setQueryDefaults(["categories"], { staleTime: Number.POSITIVE_INFINITY });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.type(await screen.findByRole("searchbox"), "sau");
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(router.state.location.search).toBe("?q=sau");
  expect(router.state.location.state).toEqual({ from: "/search" });
  await router.navigate("/products/2");
  await screen.findByText("Product");
  await router.navigate(-1);
  expect(await screen.findByRole("searchbox")).toHaveProperty("value", "sau");
  expect(screen.getAllByRole("article")).toHaveLength(1);
});
