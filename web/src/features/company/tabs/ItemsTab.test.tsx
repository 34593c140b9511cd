import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { api } from "@/api/client";
import { startI18n } from "@/lib/i18n";
import type { Offering } from "@/shared/offering/types";
import { anOffering } from "@/test/bookings";
import { company } from "@/test/companies";
import { stubNear } from "@/test/near";
import type { OfferingSections } from "../types";
import { ServicesTab } from "./ItemsTab";

const NAMES = ["Massage", "Sauna", "Facial", "Manicure", "Pedicure", "Haircut", "Peeling", "Yoga"];

vi.mock("../hooks/useCompany", () => ({ useCompany: () => company() }));
const menu = vi.hoisted(() => ({ data: {} as OfferingSections }));
vi.mock("../hooks/useItems", () => ({
  // A re-read in the background has failed.
  useItems: () => ({ isError: true, isLoadingError: false, data: menu.data }),
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["company", "catalogue", "favourites"]);
});

beforeEach(() => {
  menu.data = {
    total: NAMES.length,
    sections: [{ folder: null, items: NAMES.map((name, at) => anOffering({ id: at + 1, name })) }],
  };
});

function open() {
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
  return router;
}

test("the search of a list stands in the address, so that back restores it", async () => {
  const router = open();
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

test("a folder is listed as a whole once it is in view, if the list is cut", async () => {
  const folder = { id: 3, name: "Massages" };
  const [first, ...others] = NAMES.map((name, at) => anOffering({ id: at + 1, name, folder }));
  const product = anOffering({ id: 90, name: "Oil", kind: "product", folder });
  menu.data = { total: 600, sections: [{ folder, items: [first as Offering] }] };
  const post = vi.spyOn(api, "POST").mockResolvedValue({
    data: { data: { total: 9, sections: [{ folder, items: [first, ...others, product] }] } },
    response: new Response(),
  } as never);
  const near = stubNear();
  open();
  await screen.findByRole("heading", { name: "Massages" });
  expect(screen.getAllByRole("article")).toHaveLength(1);
  expect(post).not.toHaveBeenCalled();
  await near();
  await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(NAMES.length));
  expect(post.mock.calls[0]?.[1]).toMatchObject({ body: { service: "3" } });
  expect(screen.getByText(/^8 of 600 are shown/)).toBeTruthy();
  vi.unstubAllGlobals();
});
