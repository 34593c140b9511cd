import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { BUSINESS_KEY } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import type { GalleryItem, News, StoreProfile } from "./api";
import classes from "./components/Store.module.css";
import { StoreScreen } from "./StoreScreen";

// The screen loads them on demand: a slow machine would exceed the wait of a query.
import "./components/GalleryPanel";
import "./components/NewsPanel";
import "./components/StorePanel";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn(), PUT: vi.fn(), DELETE: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
const upload = vi.hoisted(() => vi.fn());
vi.mock("@/shared/upload/uploadMedia", () => ({ uploadMedia: upload }));

// Queries by role are slow in a form of many controls.
vi.setConfig({ testTimeout: 30_000 });

const store: StoreProfile = {
  id: 7,
  name: "Casa Azul",
  handle: "casa-azul",
  description: "Rice.",
  email: "casa@plaza.example",
  phone: "+34932000000",
  website: null,
  social_links: [],
  address: "Rua 1",
  city: "Lisbon",
  postal_code: "1100",
  country: "PT",
  latitude: null,
  longitude: null,
  time_zone: "Europe/Lisbon",
  currency: "EUR",
  logo: null,
  cover: null,
  price_level: 2,
  minimum_order: 1500,
  takes_orders_in_store: true,
  table_minutes: 90,
  notice_minutes: 30,
  horizon_days: 90,
  approves_bookings: false,
  takes_payment_on_site: true,
  check_in_from: "15:00",
  check_out_until: "11:00",
  categories: ["food"],
  subcategories: [],
  features: [],
};

const picture = (id: number, change: Partial<GalleryItem> = {}): GalleryItem => ({
  id,
  url: `/media/${id}`,
  width: 400,
  height: 300,
  placeholder: null,
  caption: `Picture ${id}`,
  kind: "image",
  poster: null,
  duration_ms: null,
  is_cover: false,
  ...change,
});

const news: News = {
  id: 5,
  title: "New menu",
  text: "<b>Rice</b>",
  picture: null,
  published_at: "2026-11-20T10:00:00.000Z",
};

const ANSWERS: Record<string, unknown> = {
  "/store/profile/": store,
  "/store/hours/": { weekly: [{ weekday: 1, opens: "09:00", closes: "12:00" }], exceptions: [] },
  "/store/gallery/": [picture(1, { is_cover: true }), picture(2)],
  "/store/news/": [news],
  "/categories/": [
    { key: "food", name_key: "category.food", availability: ["table"], subcategories: [] },
    { key: "hotels", name_key: "category.hotels", availability: ["nights"], subcategories: [] },
  ],
};

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-store", "policies", "auth", "category", "facility", "catalogue"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  server.GET.mockImplementation(async (path: string) => {
    const key = Object.keys(ANSWERS).find((end) => path.endsWith(end));
    return { data: key ? ANSWERS[key] : [], total: 1, next: null };
  });
  for (const method of [server.POST, server.PUT, server.DELETE]) method.mockResolvedValue({ data: {} });
});

function open(tab: "store" | "gallery" | "news", permissions = ["store", "company"]) {
  const router = createMemoryRouter(
    [
      { path: "/pro/store", element: <StoreScreen tab={tab} /> },
      { path: "/elsewhere", element: <p>Elsewhere</p> },
    ],
    { initialEntries: ["/pro/store"] },
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(BUSINESS_KEY, { permissions });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

const PROFILE = "/api/v1/userprofessional/store/profile/";
const HOURS = "/api/v1/userprofessional/store/hours/";

const save = () => screen.getByRole("button", { name: "Save" });

test("shows a manager the legal data read only", async () => {
  open("store", ["store"]);
  const name = await screen.findByLabelText<HTMLInputElement>("Name");
  expect([name, screen.getByLabelText<HTMLInputElement>("City")].map(({ readOnly }) => readOnly)).toEqual([
    true,
    true,
  ]);
  expect(screen.getByLabelText<HTMLSelectElement>("Country").disabled).toBe(true);
  expect(screen.getAllByText("Only the owner can change this.")).toHaveLength(3);
});

test("sends only the changed fields, and hours past midnight", async () => {
  const { user } = open("store");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Casa Verde" } });
  fireEvent.change(screen.getByLabelText("Monday, closing time 1"), { target: { value: "02:00" } });
  expect(screen.getByText("the next day")).toBeTruthy();
  expect(screen.getByText("Changes not saved yet")).toBeTruthy();
  await user.click(save());
  await waitFor(() => expect(server.PUT).toHaveBeenCalledWith(PROFILE, { body: { name: "Casa Verde" } }));
  await waitFor(() =>
    expect(server.PUT).toHaveBeenCalledWith(HOURS, {
      body: { weekly: [{ weekday: 1, opens: "09:00", closes: "26:00" }], exceptions: [] },
    }),
  );
});

test("times of stays are those of companies that offer stays", async () => {
  const { user } = open("store");
  await screen.findByLabelText("Bookings open ahead (days)");
  const arrival = () => screen.queryByLabelText("Check-in from");
  expect(arrival()).toBeNull();
  await user.click(await screen.findByRole("checkbox", { name: "Hotel rooms" }));
  fireEvent.change(await screen.findByLabelText("Check-in from"), { target: { value: "" } });
  await user.click(save());
  expect(screen.getByText("Enter a time")).toBeTruthy();
  expect(document.activeElement).toBe(arrival());
  fireEvent.change(screen.getByLabelText("Check-in from"), { target: { value: "14:30" } });
  await user.click(save());
  const body = { categories: ["food", "hotels"], check_in_from: "14:30" };
  await waitFor(() => expect(server.PUT).toHaveBeenCalledWith(PROFILE, { body }));
});

test("names problems at their fields and focuses the first", async () => {
  const { user } = open("store");
  const name = await screen.findByLabelText("Name");
  fireEvent.change(name, { target: { value: " " } });
  fireEvent.change(screen.getByLabelText(/Address of the page/), { target: { value: "a b" } });
  await user.click(save());
  expect(screen.getByText("This is required")).toBeTruthy();
  expect(screen.getByText(/Use 3 to 40 letters/)).toBeTruthy();
  expect(document.activeElement).toBe(name);
  expect(server.PUT).not.toHaveBeenCalled();
});

test("shows server errors at their fields", async () => {
  const { user } = open("store");
  fireEvent.change(await screen.findByLabelText(/Address of the page/), { target: { value: "spa" } });
  const fields = { handle: ["Another company has this address."], logo_id: ["The picture is damaged."] };
  server.PUT.mockRejectedValueOnce(
    new ApiError({ code: "validation", message: "Wrong", status: 422, fields }),
  );
  await user.click(save());
  expect(await screen.findByText("Another company has this address.")).toBeTruthy();
  expect(screen.getByText("Not saved. Check the fields in red.")).toBeTruthy();
  // The logo has no field that could show it.
  const alerts = screen.getAllByRole("alert", { hidden: true }).map(({ textContent }) => textContent);
  expect(alerts).toContain(i18next.t("auth:serverError.pictureDamaged"));
});

test("asks before unsaved edits are lost", async () => {
  const { user, router } = open("store");
  fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Casa Verde" } });
  await act(() => router.navigate("/elsewhere"));
  expect(screen.queryByText("Elsewhere")).toBeNull();
  // A query by role reads the whole form behind the dialog, which exceeds the wait on a slow machine.
  await user.click(await screen.findByText("Discard"));
  expect(await screen.findByText("Elsewhere")).toBeTruthy();
});

test("fields are narrower than the page, and lists are not", async () => {
  const isNarrow = (element: HTMLElement) => element.closest(`.${classes.fields}`) !== null;
  open("store");
  expect(isNarrow(await screen.findByLabelText("Name"))).toBe(true);
  open("gallery");
  expect(isNarrow(await screen.findByText(/2 so far/))).toBe(false);
  open("news");
  expect(isNarrow(await screen.findByText("New menu"))).toBe(false);
});

test("uploads several files, refuses others, and cancels one", async () => {
  const { user } = open("gallery");
  await screen.findByText(/2 so far/);
  let stop = (_: unknown) => {};
  upload.mockImplementationOnce((_file, _progress, signal: AbortSignal) => {
    signal.addEventListener("abort", () => stop(signal.reason));
    return new Promise((_, reject) => {
      stop = reject;
    });
  });
  upload.mockResolvedValueOnce({ id: 9 });
  const file = (name: string, type: string) => new File(["x"], name, { type });
  const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
  fireEvent.change(input, {
    target: { files: [file("a.png", "image/png"), file("b.png", "image/png"), file("c.txt", "text/plain")] },
  });
  expect(await screen.findByText("Choose a picture or a video")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel a.png" }));
  await waitFor(() =>
    expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/store/gallery/", {
      body: { media_id: 9 },
    }),
  );
  expect(upload).toHaveBeenCalledTimes(2);
});

test("moves, captions, covers and deletes with undo", async () => {
  const { user } = open("gallery");
  const put = (path: string, rest: object) =>
    waitFor(() => expect(server.PUT).toHaveBeenCalledWith(expect.stringContaining(path), rest));
  await user.click(await screen.findByRole("button", { name: "Move later: Picture 1" }));
  await put("gallery/order/", { body: { ids: [2, 1] } });
  const caption = await screen.findByDisplayValue("Picture 2");
  fireEvent.change(caption, { target: { value: "Bar" } });
  fireEvent.blur(caption);
  await put("{media_id}", { params: { path: { media_id: 2 } }, body: { caption: "Bar" } });
  await user.click(screen.getByRole("button", { name: "Use as cover: Picture 2" }));
  await put("profile", { body: { cover_id: 2 } });
  await user.click(screen.getByRole("button", { name: "Delete: Picture 1" }));
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  const body = { media_id: 1, caption: "Picture 1", position: 0 };
  await waitFor(() => expect(server.POST).toHaveBeenCalledWith(expect.any(String), { body }));
  await put("profile", { body: { cover_id: 1 } });
});

test("publishes news and shows its text escaped", async () => {
  const { user } = open("news");
  expect(await screen.findByText("<b>Rice</b>")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Write news" }));
  const sheet = await screen.findByRole("dialog");
  await user.click(within(sheet).getByRole("button", { name: "Publish" }));
  expect(within(sheet).getByText("Enter 1 to 120 characters")).toBeTruthy();
  fireEvent.change(within(sheet).getByLabelText("Title"), { target: { value: "Fair" } });
  fireEvent.change(within(sheet).getByLabelText(/Text/), { target: { value: "Come." } });
  fireEvent.change(within(sheet).getByLabelText(/Publish at/), { target: { value: "2026-12-24T20:00" } });
  await user.click(within(sheet).getByRole("button", { name: "Publish" }));
  const body = { title: "Fair", text: "Come.", published_at: "2026-12-24T20:00:00.000Z" };
  await waitFor(() =>
    expect(server.POST).toHaveBeenCalledWith("/api/v1/userprofessional/store/news/", { body }),
  );
});
