import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { saveAs } from "@/lib/saveAs";
import { useToasts } from "@/lib/toasts";
import { aConcert } from "@/test/bookings";
import { Toaster } from "@/ui/Toaster";
import { ListView } from "./ListView";

const server = vi.hoisted(() => ({ GET: vi.fn(), download: vi.fn() }));
vi.mock("@/api/client", () => ({
  api: server,
  unwrap: (call: unknown) => call,
  download: server.download,
}));
vi.mock("@/lib/saveAs", () => ({ saveAs: vi.fn() }));

interface Request {
  params: { query: { page: number; per_page: number; from: string; to?: string } };
}

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reservations", "catalogue"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  useToasts.setState({ shown: [] });
  vi.spyOn(window, "print").mockImplementation(() => {});
});

/** Answers with pages of as many concerts. So many of them were before today. */
function serve(all: number, past = all) {
  server.GET.mockImplementation(async (_: string, { params }: Request) => {
    const { page, per_page, to } = params.query;
    const total = to ? past : all;
    const first = (page - 1) * per_page;
    const count = Math.max(0, Math.min(per_page, total - first));
    const data = Array.from({ length: count }, (_, at) =>
      aConcert({ id: first + at, code: `R${first + at}`, note: "By the door" }),
    );
    return { data, total, next: first + count < total ? String(page + 1) : null };
  });
}

function show(at: string) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>
          <ListView zone="Europe/Lisbon" glowing={new Set()} onOpen={() => {}} />
        </MemoryRouter>
        <Toaster />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

async function press(name: string, at = "/pro/reservations?from=2126-11-27&to=2126-11-27") {
  show(at);
  const button = await screen.findByRole<HTMLButtonElement>("button", { name });
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
}

async function print() {
  await press("Print");
  await waitFor(() => expect(window.print).toHaveBeenCalledOnce());
}

const paper = () => document.querySelector("body > div > h1")?.parentElement;
const printed = () => [...(paper()?.querySelectorAll("tbody tr") ?? [])];

test("prints the reservations of all pages of the filter", async () => {
  serve(120);
  await print();
  expect(printed()).toHaveLength(120);
  expect(paper()?.textContent).toContain("Wednesday, November 27, 2126");
  expect(paper()?.textContent).toContain("120 reservations");
  const cells = [...(printed()[119]?.children ?? [])].map(({ textContent }) =>
    textContent?.replace(/\s/g, " "),
  );
  expect(cells).toEqual([
    "7:00 PM",
    "Alice MartinR119",
    "3",
    "Concert · 2 × VIP, 1 × Balcony",
    "",
    "Confirmed",
    "€90.00 Due on site",
    "By the door",
  ]);
});

test("the paper is gone once it is printed", async () => {
  serve(1);
  await print();
  act(() => {
    fireEvent(window, new Event("afterprint"));
  });
  await waitFor(() => expect(paper()).toBeUndefined());
});

test("a print that is cut says so", async () => {
  serve(812);
  await print();
  expect(printed()).toHaveLength(500);
  expect(paper()?.textContent).toContain("The first 500 of 812 reservations.");
});

test("exports all pages of the filter, again if it failed", async () => {
  serve(120);
  const file = new Blob(["code\n"]);
  const busy = new ApiError({ code: "busy", status: 503, message: "Busy" });
  server.download.mockRejectedValueOnce(busy).mockResolvedValueOnce(file);
  await press("Export CSV", "/pro/reservations?tab=awaiting&q=ana&from=2126-11-27&to=2126-11-27&page=2");
  expect(await screen.findByText("Could not export the reservations")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(saveAs).toHaveBeenCalledWith(file, "reservations.csv"));
  const asked = server.download.mock.calls.map(([path]) => new URL(path, "https://plaza.example"));
  expect(asked.map(({ pathname }) => pathname)).toEqual(
    Array(2).fill("/api/v1/userprofessional/reservations/export/"),
  );
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    state: "awaiting_company",
    from: "2126-11-27T00:00:00.000Z",
    to: "2126-11-28T00:00:00.000Z",
    query: "ana",
  });
});

test("reservations of any date begin with the page that holds today", async () => {
  serve(180, 130);
  show("/pro/reservations?from=any");
  expect(await screen.findByText("Page 3 of 4")).toBeTruthy();
  expect(await screen.findByText("R100")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("Page 2 of 4")).toBeTruthy();
  expect(await screen.findByText("R50")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  expect(await screen.findByText("R0")).toBeTruthy();
});

test("reservations of any date that are all over begin with the last page", async () => {
  serve(100);
  show("/pro/reservations?from=any");
  expect(await screen.findByText("Page 2 of 2")).toBeTruthy();
});
