import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { anOffering } from "@/test/bookings";
import { company } from "@/test/companies";
import { ServicesTab } from "./ItemsTab";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("../hooks/useCompany", () => ({ useCompany: () => company() }));
vi.mock("../hooks/useTakesOrders", () => ({ useTakesOrders: () => false }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["company", "catalogue", "favourites"]);
});

const listed = ["Massage", "Sauna"];
const search = vi.fn<(q: string) => Promise<object>>();

const menu = (names: string[], total: number) => ({
  data: { total, sections: [{ folder: null, items: names.map((name, id) => anOffering({ id, name })) }] },
});
const nothing = { data: { total: 0, sections: [] } };

beforeEach(() => {
  search.mockReset();
  server.GET.mockReset().mockResolvedValue({ data: [] });
  server.POST.mockReset().mockImplementation(async (_, { body }: { body: { filters?: { q: string } } }) =>
    body.filters ? search(body.filters.q) : menu(listed, 3120),
  );
});

async function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={["/companies/casa-azul/services"]}>
          <ServicesTab />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.findByRole("searchbox");
}

/** Enters a text at once: a slow machine would search for its beginning. */
async function enter(field: HTMLElement, text: string) {
  await userEvent.click(field);
  await userEvent.paste(text);
}

const names = () => screen.queryAllByRole("article").map((article) => article.textContent);

test("a list that is cut says so, and its search asks the server", async () => {
  let answer = (_: object) => {};
  search.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const field = await open();
  expect(screen.getByText("2 of 3,120 are shown. Search to find the others.")).toBeTruthy();
  await enter(field, "yoga");
  await vi.waitFor(() => expect(search).toHaveBeenCalledExactlyOnceWith("yoga"));
  // Until the answer the list stays, and its items are not said to be found.
  expect(names()).toHaveLength(2);
  expect(screen.queryByText(/items? found/)).toBeNull();
  answer(menu(["Yoga at dawn"], 1));
  expect(await screen.findByText("Yoga at dawn")).toBeTruthy();
  expect(names()).toHaveLength(1);
  expect(screen.getByText("1 item found")).toBeTruthy();
  expect(screen.queryByText(/are shown/)).toBeNull();
  await userEvent.clear(field);
  expect(names()).toHaveLength(2);
});

test("a search on the server that finds nothing says so", async () => {
  search.mockResolvedValueOnce(nothing).mockReturnValueOnce(new Promise(() => {}));
  const field = await open();
  await enter(field, "golf");
  expect(await screen.findByText("No matching items")).toBeTruthy();
  expect(names()).toEqual([]);
  // The next words have no answer yet.
  await enter(field, " course");
  expect(screen.queryByText("No matching items")).toBeNull();
});

test("a search on the server that failed can be tried again", async () => {
  search.mockRejectedValueOnce(new ApiError({ code: "busy", message: "", status: 503 }));
  search.mockResolvedValueOnce(menu(["Yoga at dawn"], 1));
  await enter(await open(), "yoga");
  await userEvent.click(await screen.findByRole("button", { name: /try again/i }));
  expect(await screen.findByText("Yoga at dawn")).toBeTruthy();
});
