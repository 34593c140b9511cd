import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { type Resource, useResources } from "../api";
import { FloorPlan } from "./FloorPlan";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const table = (id: number, x: number) =>
  ({
    id,
    kind: "table",
    name: `T${id}`,
    title: null,
    seats_min: 2,
    seats_max: 4,
    join_group: null,
    offerings: [],
    place: { area: "", x, y: 20, width: 10, height: 10, is_round: false },
  }) as unknown as Resource;

let tables: Resource[] = [];

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-catalogue"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  tables = [table(1, 10), table(2, 60)];
  server.GET.mockImplementation(async () => ({ data: tables }));
  server.PUT.mockImplementation(async (_path: string, { params, body }) => {
    tables = tables.map((one) => (one.id === params.path.resource_id ? { ...one, ...body } : one));
    return { data: {} };
  });
});

function Plan() {
  const resources = useResources();
  return resources.data ? <FloorPlan tables={resources.data} /> : null;
}

function open() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Plan />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const button = (name: string | RegExp) => screen.findByRole("button", { name });

async function focus(name: RegExp) {
  const table = await button(name);
  act(() => table.focus());
  return table;
}

const places = () => server.PUT.mock.calls.map(([, { body }]) => body.place.x);

test("repeated arrow keys move the same table", async () => {
  const user = open();
  const moved = await focus(/^T1,/);
  for (const x of [12, 14, 16]) {
    await user.keyboard("{ArrowRight}");
    await waitFor(() => expect(tables[0]?.place.x).toBe(x));
    await waitFor(() => expect(server.GET).toHaveBeenCalledTimes(1 + places().length));
    expect(await button(`T1, ${x} from the left, 20 from the top`)).toBe(moved);
    expect(document.activeElement).toBe(moved);
  }
  expect(places()).toEqual([12, 14, 16]);
  expect(tables[1]?.place.x).toBe(60);
});

test("a move back is saved before the first answer arrives", async () => {
  const user = open();
  let answer = (_: unknown) => {};
  server.PUT.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  const moved = await focus(/^T1,/);
  await user.keyboard("{ArrowRight}{ArrowLeft}");
  answer({ data: {} });
  await waitFor(() => expect(places()).toEqual([12, 10]));
  expect(await button("T1, 10 from the left, 20 from the top")).toBe(moved);
});

test("a table that fails to move goes back", async () => {
  const user = open();
  server.PUT.mockRejectedValueOnce(new Error("no"));
  const moved = await focus(/^T1,/);
  await user.keyboard("{ArrowRight}");
  expect(await button(/^T1, 10 from the left/)).toBe(moved);
  expect(places()).toEqual([12]);
});
