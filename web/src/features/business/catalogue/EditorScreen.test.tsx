import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, parsePath, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import type { CategorySpec } from "@/shared/offering/types";
import type { OfferingForm } from "./api";
import { EditorScreen } from "./EditorScreen";

// The screen loads it on demand: a slow machine would exceed the wait of a query.
import "./components/OfferingEditor";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

// Queries by role are slow in a form of many controls.
vi.setConfig({ testTimeout: 30_000 });

const ONE = "/api/v1/userprofessional/catalogue/offerings/{offering_id}/";

const category = (key: string, availability: CategorySpec["availability"]) =>
  ({
    key,
    availability,
    fields: [{ key: "calories", type: "number", min: 0, max: 5000 }],
    subcategories: [],
  }) as unknown as CategorySpec;

const CATEGORIES = [category("food", ["unlimited", "table"]), category("experiences", ["timed_entry"])];

/** Offering as the server returns it. */
function stored(form: Partial<OfferingForm>) {
  return {
    ...form,
    id: 7,
    kind: "service",
    name: form.name ?? "Tasting",
    description: "",
    category: "food",
    availability: "table",
    state: "active",
    folder_id: null,
    vat_rate: 1000,
    delivery_price: null,
    duration_minutes: 60,
    step_minutes: 30,
    buffer_minutes: 0,
    members_min: 1,
    members_max: 1,
    details: {},
    pictures: [],
    resources: [],
    options: [],
    night_rates: [],
    rules: [],
    exceptions: [],
    occurrences: [],
    currency: "EUR",
    time_zone: "Europe/Madrid",
    variants: [{ id: 41, name: "", price: 4500, capacity: null, sold_out: false, taken: 0, attributes: {} }],
  };
}

const refusal = new ApiError({
  code: "validation",
  message: "Some fields are wrong.",
  status: 422,
  fields: { "rules.0": ["Choose an end after the start."] },
});

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue", "category", "catalogue", "common"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  server.GET.mockImplementation(async (path: string) => {
    if (path.endsWith("/users/categories/")) return { data: CATEGORIES };
    if (path.endsWith("/terms/"))
      return { data: { currency: "EUR", categories: ["food", "experiences"], time_zone: "Europe/Madrid" } };
    return { data: path === ONE ? stored({}) : [] };
  });
  server.POST.mockImplementation(async (_path: string, { body }) => ({ data: stored(body) }));
  server.PUT.mockImplementation(async (path: string, { body }) => ({
    data: path === ONE ? stored(body) : {},
  }));
});

function open(address: string, state?: object) {
  const router = createMemoryRouter([{ path: "/pro/catalogue/offerings/:id", element: <EditorScreen /> }], {
    initialEntries: [{ ...parsePath(`/pro/catalogue/offerings/${address}`), state }],
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { router, user: userEvent.setup() };
}

const field = (name: string | RegExp) => screen.findByRole("textbox", { name });
const message = (name: string | RegExp) =>
  screen.queryByRole("textbox", { name, description: "This is required" });
const isInvalid = (element: HTMLElement) => element.getAttribute("aria-invalid") === "true";
const focused = () => document.activeElement;
const save = () => screen.getByRole("button", { name: "Save" });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await field("Name"), "Tasting");
  await user.type(await field(/Price with VAT/), "45");
  await user.type(await field("VAT (%)"), "10");
}

test.each([
  [{ from: "/pro/catalogue/services?q=tas&page=2" }, "/pro/catalogue/services?q=tas&page=2"],
  [undefined, "/pro/catalogue/services"],
])("opened from %o, it leads back to %s", async (state, back) => {
  open("new?kind=service", state);
  expect((await screen.findByRole("link", { name: "Back" })).getAttribute("href")).toBe(back);
});

test("a retry after refused times changes the new offering", async () => {
  const { router, user } = open("new?kind=service");
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Add weekly times" }));
  server.PUT.mockRejectedValueOnce(refusal);
  await user.click(save());
  const ends = screen.getByLabelText(/^Ends/);
  await waitFor(() => expect(focused()).toBe(ends));
  expect(screen.getByText("Choose an end after the start")).toBeTruthy();
  expect(router.state.location.pathname).toBe("/pro/catalogue/offerings/new");

  await user.click(save());
  await waitFor(() => expect(router.state.location.pathname).toBe("/pro/catalogue/offerings/7"));
  expect(server.POST).toHaveBeenCalledTimes(1);
  const [, change, times, publication] = server.PUT.mock.calls;
  expect(change?.[0]).toBe(ONE);
  expect(change?.[1]).toEqual({ params: { path: { offering_id: 7 } }, body: {} });
  expect(times?.[1].body.rules).toHaveLength(1);
  expect(publication?.[1].body).toEqual({ state: "active" });
  expect(await screen.findByText("All changes saved")).toBeTruthy();
});

test("a new offering goes on sale after its times are stored", async () => {
  const { router, user } = open("new?kind=service");
  await fill(user);
  await user.click(screen.getByRole("button", { name: "Add weekly times" }));
  await user.click(save());
  await waitFor(() => expect(router.state.location.pathname).toBe("/pro/catalogue/offerings/7"));
  expect(server.POST.mock.calls[0]?.[1].body.state).toBe("draft");
  const bodies = server.PUT.mock.calls.map(([, { body }]) => body);
  expect(bodies).toEqual([expect.objectContaining({ rules: expect.any(Array) }), { state: "active" }]);
});

test("only what was changed is sent: an archived offering stays archived", async () => {
  const archived = { ...stored({}), state: "archived" };
  const known = server.GET.getMockImplementation();
  server.GET.mockImplementation(async (path: string) =>
    path === ONE ? { data: archived } : await known?.(path),
  );
  const { user } = open("7");
  await user.type(await field("Name"), " menu");
  await user.click(save());
  expect(await screen.findByText("All changes saved")).toBeTruthy();
  expect(server.PUT.mock.calls.map(([, { body }]) => body)).toEqual([{ name: "Tasting menu" }]);
});

test("a changed price leaves what a colleague did to variants meanwhile", async () => {
  const { user } = open("7");
  const price = await field(/Price with VAT/);
  const [ours] = stored({}).variants;
  const latest = {
    ...stored({}),
    variants: [
      { ...ours, sold_out: true },
      { ...ours, id: 42, name: "Large" },
    ],
  };
  const known = server.GET.getMockImplementation();
  server.GET.mockImplementation(async (path: string) =>
    path === ONE ? { data: latest } : await known?.(path),
  );
  await user.clear(price);
  await user.type(price, "50");
  await user.click(save());
  expect(await screen.findByText("All changes saved")).toBeTruthy();
  const { body } = server.PUT.mock.calls[0]?.[1] ?? {};
  expect(Object.keys(body)).toEqual(["variants"]);
  expect(body.variants).toMatchObject([
    { id: 41, price: 5000, sold_out: true },
    { id: 42, price: 4500, name: "Large" },
  ]);
});

test("edits made while a new offering is saved do not create another one", async () => {
  const { router, user } = open("new?kind=service");
  await fill(user);
  let answer = (_: unknown) => {};
  server.POST.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  await user.click(save());
  await user.type(await field("Name"), " menu");
  answer({ data: stored({}) });
  expect(await screen.findByText("Unsaved changes")).toBeTruthy();
  await user.click(save());
  await waitFor(() => expect(router.state.location.pathname).toBe("/pro/catalogue/offerings/7"));
  expect(server.POST).toHaveBeenCalledTimes(1);
  expect(server.PUT.mock.calls[0]?.[1].body.name).toBe("Tasting menu");
});

test("refused times of a stored offering stay as entered", async () => {
  const { user } = open("7");
  await user.click(await screen.findByRole("button", { name: "Add weekly times" }));
  server.PUT.mockResolvedValueOnce({ data: stored({}) }).mockRejectedValueOnce(refusal);
  await user.click(save());
  await waitFor(() => expect(focused()).toBe(screen.getByLabelText(/^Ends/)));
  expect(screen.getByText("Unsaved changes")).toBeTruthy();
  await user.click(save());
  expect(await screen.findByText("All changes saved")).toBeTruthy();
});

test("wrong fields are marked and the first one takes the focus", async () => {
  const { user } = open("new?kind=service");
  const name = await field("Name");
  expect(screen.queryByText("All changes saved")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add weekly times" }));
  await user.click(screen.getByRole("button", { name: "Add extra hours on a date" }));
  for (const day of screen.getAllByRole("checkbox", { checked: true })) await user.click(day);
  await user.click(save());
  expect(focused()).toBe(name);
  expect(message("VAT (%)")).toBeTruthy();
  const days = screen.getByRole("group", { name: "Days of the week" });
  for (const day of within(days).getAllByRole("checkbox")) expect(isInvalid(day)).toBe(true);
  expect(isInvalid(screen.getByLabelText(/^Date/))).toBe(true);
  expect(screen.getByText("Check the marked fields").closest("[role=alert]")).toBeTruthy();
  expect(server.POST).not.toHaveBeenCalled();
});

test("a service starts with times, and a table has no details of a dish", async () => {
  const { user } = open("new?kind=service");
  const sold = await screen.findByRole("combobox", { name: "How it is sold" });
  expect((sold as HTMLSelectElement).value).toBe("table");
  expect(screen.getByRole("heading", { name: "Times" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Details" })).toBeNull();
  await user.selectOptions(sold, "unlimited");
  expect(screen.getByRole("heading", { name: "Details" })).toBeTruthy();
});

test("places are required where a start needs them", async () => {
  const { user } = open("new?kind=ticket");
  const places = await field("Stock or places");
  expect(places).toHaveProperty("required", true);
  expect(places).toHaveProperty("placeholder", "");
  await fill(user);
  await user.click(save());
  expect(focused()).toBe(places);
  expect(message("Stock or places")).toBe(places);
  expect(server.POST).not.toHaveBeenCalled();
});

test("days off are counted once they are chosen", async () => {
  const { user } = open("7");
  expect(await screen.findByRole("button", { name: "Add days off" })).toHaveProperty("disabled", true);
  await user.type(screen.getByLabelText("First day"), "2030-08-01");
  await user.type(screen.getByLabelText("Last day (optional)"), "2030-08-03");
  expect(screen.getByRole("button", { name: "Add 3 days off" })).toHaveProperty("disabled", false);
});
