import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { AboutTab } from "./AboutTab";

const answer = vi.hoisted(() => ({ give: (_: ReadonlyMap<string, string>) => {} }));
/** The company has written nothing and sells nothing that is booked. */
const silent = vi.hoisted(() => ({ now: false }));
const server = vi.hoisted(() => ({ fails: false }));

const refuse = vi.hoisted(() => (): object => {
  throw new Error("refused");
});

vi.mock("../api", () => ({
  readAbout: async () => ({
    ...(server.fails && refuse()),
    features: silent.now ? [] : ["vegetarian"],
    facilities: (silent.now ? [] : ["wifi", "toilets", "terrace"]).map((facility, at) => ({
      id: at + 1,
      facility,
      title: "",
      text: "",
    })),
    policies: {
      directions: [],
      rule: silent.now ? [] : [{ id: 10, category: null, title: "", text: "No smoking" }],
      cancellation: silent.now ? [] : [{ id: 11, category: "hotels", title: "", text: "Free until noon" }],
      refund: [],
      privacy: [],
    },
  }),
  readFacilities: () =>
    new Promise((resolve) => {
      answer.give = resolve;
    }),
}));
vi.mock("../hooks/useCompany", () => ({
  useCompany: () => ({
    id: 7,
    description: "",
    categories: ["hotels", "food"],
    time_zone: "Europe/Paris",
    hours: { exceptions: [] },
    social_links: [],
    offers: silent.now ? [] : [{ category: "hotels", availability: "nights", count: 1 }],
    free_cancel_hours: 24,
    cancel_fee_percent: 0,
    reservation: { check_in_from: "15:00", check_out_until: "11:30" },
  }),
}));
vi.mock("../model/week", async (original) => ({
  ...(await original<object>()),
  laterExceptions: () => [],
}));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["company", "catalogue", "category"]);
});

const listed = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

const open = (queries = new QueryClient()) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <AboutTab />
      </QueryClientProvider>
    </MantineProvider>,
  );

test("a policy for one category names it", async () => {
  open();
  await screen.findByText("Free until noon");
  expect(screen.getAllByText(/^For /).map(({ textContent }) => textContent)).toEqual(["For Hotel rooms"]);
});

test("a company with stays says its times of arrival and departure", async () => {
  open();
  expect(await screen.findByText("Check-in from 3:00 PM, check-out by 11:30 AM.")).toBeTruthy();
});

test("each facility is listed once, as soon as its name is known", async () => {
  open();
  await screen.findByText("Vegetarian");
  expect(listed()).toEqual(["Vegetarian"]);
  const names = new Map([
    ["wifi", "Wi-Fi"],
    ["toilets", "Toilets"],
    ["terrace", "Terrace"],
  ]);
  await act(async () => answer.give(names));
  await screen.findByText("Terrace");
  expect(listed()).toEqual(["Vegetarian", "Wi-Fi", "Toilets", "Terrace"]);
});

test("a company that tells nothing of itself says so", async () => {
  silent.now = true;
  open();
  expect(await screen.findByText("No data available")).toBeTruthy();
  silent.now = false;
  open();
  await screen.findByText("Free until noon");
  expect(screen.getAllByText("No data available")).toHaveLength(1);
});

test("a failed re-read shows no error beside what is known", async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  open(queries);
  await screen.findByText("Free until noon");
  server.fails = true;
  await act(() =>
    queries.refetchQueries({ type: "active", predicate: ({ queryHash }) => queryHash.includes("about") }),
  );
  server.fails = false;
  expect(screen.getByText("Free until noon")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
