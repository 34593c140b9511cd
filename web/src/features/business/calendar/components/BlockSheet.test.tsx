import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { BlockActions } from "../hooks/useBlockActions";
import { newDraft } from "../model/blocks";
import { BlockSheet } from "./BlockSheet";

const server = vi.hoisted(() => ({ GET: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-calendar"]);
});

beforeEach(() => {
  server.GET.mockReset();
});

const booking = {
  id: 4,
  state: "confirmed",
  customer_name: "Ana",
  starts_at: "2027-01-15T10:00:00Z",
  ends_at: "2027-01-15T11:00:00Z",
  offering: { id: 9, name: "Facial", availability: "appointment" },
  resources: [],
};
const none = { data: [], total: 0, next: null };

async function open() {
  const idle = { isPending: false, error: null };
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BlockSheet
          draft={newDraft("2026-11-27", null)}
          change={null}
          shown={{ resources: [], offerings: [], offering: null, resource: null, mayBlock: true }}
          offerings={[]}
          zone="UTC"
          actions={{ create: idle, change: idle, remove: idle } as unknown as BlockActions}
          onClose={() => {}}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return screen.findByLabelText("Last day");
}

const LOADING = "Looking for bookings inside this time…";

test("reads the bookings of all chosen days before it counts them", async () => {
  server.GET.mockResolvedValueOnce(none);
  const last = await open();
  let answer = (_page: unknown) => {};
  server.GET.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  fireEvent.change(last, { target: { value: "2027-01-20" } });
  expect(await screen.findByText(LOADING)).toBeDefined();
  expect(server.GET.mock.calls.at(-1)?.[1].params.query).toMatchObject({
    from: "2026-11-26T00:00:00.000Z",
    to: "2027-01-21T00:00:00.000Z",
  });
  answer({ data: [booking], total: 1, next: null });
  expect(await screen.findByText(/^1 booking is inside this time/)).toBeDefined();
  expect(screen.queryByText(LOADING)).toBeNull();
});

test("says that the bookings are not known if they cannot be read", async () => {
  server.GET.mockRejectedValue(new Error("down"));
  await open();
  expect(await screen.findByText(/^Could not load the bookings inside this time/)).toBeDefined();
});
