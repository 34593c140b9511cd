import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { SoldOutSheet } from "./SoldOutSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const SOLD_OUT = "/api/v1/userprofessional/catalogue/offerings/{offering_id}/sold-out/";
const soup = { id: 5, name: "Soup", sold_out: false };

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "business-orders"]);
  server.GET.mockReset();
  server.GET.mockImplementation(async () => ({ data: [soup], next: null, total: 1 }));
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <SoldOutSheet onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
});

test("marks an item as sold out at once", async () => {
  server.PUT.mockReturnValue(new Promise(() => {}));
  const item = await screen.findByRole<HTMLInputElement>("switch", { name: "Soup" });
  expect(item.checked).toBe(false);
  await userEvent.click(item);
  expect(item.checked).toBe(true);
  expect(server.PUT).toHaveBeenCalledWith(SOLD_OUT, {
    params: { path: { offering_id: 5 } },
    body: { sold_out: true },
  });
});

test("searches what is on sale, or only what is sold out", async () => {
  const lastQuery = () => server.GET.mock.calls.at(-1)?.[1].params.query;
  await screen.findByRole("switch", { name: "Soup" });
  expect(lastQuery()).toEqual({ state: "active", query: "", page: 1, per_page: 50 });
  await userEvent.type(screen.getByRole("searchbox"), "so");
  await waitFor(() => expect(lastQuery().query).toBe("so"));
  await userEvent.click(screen.getByRole("switch", { name: "Only sold out" }));
  await waitFor(() => expect(lastQuery().sold_out).toBe(true));
});
