import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { anOrder } from "@/test/orders";
import { showNotice } from "../hooks/useNotice";
import { OrderNotice } from "./OrderNotice";
import { OrderSteps } from "./OrderSteps";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

beforeEach(() => {
  vi.clearAllMocks();
  showNotice(null);
});

function open(order: Order) {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <OrderNotice />
        <OrderSteps order={order} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const bodyOf = () => server.PUT.mock.calls[0]?.[1].body;

test("an acceptance sends the chosen time", async () => {
  server.PUT.mockResolvedValue({ data: anOrder({ state: "accepted", handled_by: { id: 5, name: "Ines" } }) });
  const user = open(anOrder());
  await user.click(screen.getByRole("button", { name: /^Accept/ }));
  const before = Date.now();
  await user.click(screen.getByRole("button", { name: "20 min" }));
  expect(bodyOf().state).toBe("accepted");
  const minutes = (Date.parse(bodyOf().promised_at) - before) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(20);
  expect(minutes).toBeLessThan(21);
});

test("an acceptance takes an own time, in the zone of the company", async () => {
  server.PUT.mockResolvedValue({ data: anOrder({ state: "accepted", handled_by: { id: 5, name: "Ines" } }) });
  const user = open(anOrder());
  await user.click(screen.getByRole("button", { name: /^Accept/ }));
  await user.click(screen.getByRole("button", { name: "Other time" }));
  await user.click(screen.getByRole("button", { name: "Use this time" }));
  expect(screen.getByText("Enter a date and a time.")).toBeDefined();
  fireEvent.change(screen.getByLabelText("Date"), { target: { value: "2999-07-01" } });
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "18:30" } });
  await user.click(screen.getByRole("button", { name: "Use this time" }));
  expect(bodyOf()).toEqual({ state: "accepted", promised_at: "2999-07-01T17:30:00.000Z" });
});

test("a conflict says that a colleague was first", async () => {
  server.PUT.mockRejectedValue(new ApiError({ code: "order.state", message: "", status: 409 }));
  server.GET.mockResolvedValue({ data: anOrder({ state: "cancelled" }) });
  const user = open(anOrder({ state: "accepted", next: ["processing", "cancelled"] }));
  await user.click(screen.getByRole("button", { name: /^Start preparing/ }));
  expect(await screen.findByText(/A colleague was first: order P7KQ-4MXD is now “Canceled”/)).toBeDefined();
});

test("a repeated acceptance names the colleague", async () => {
  server.PUT.mockResolvedValue({ data: anOrder({ state: "accepted", handled_by: { id: 6, name: "Rui" } }) });
  const promised_at = new Date(Date.now() + 3_600_000).toISOString();
  const user = open(anOrder({ promised_at }));
  await user.click(screen.getByRole("button", { name: /^Accept/ }));
  await user.click(screen.getByRole("button", { name: /^Keep/ }));
  expect(bodyOf().promised_at).toBeUndefined();
  expect(await screen.findByText("Rui has already taken order P7KQ-4MXD.")).toBeDefined();
});

test("a step that is being sent is named, and no other is offered", () => {
  open(anOrder({ state: "accepted", next: [] }));
  expect(screen.getAllByRole("button").map((button) => button.getAttribute("aria-label"))).toEqual([
    "Accept: order P7KQ-4MXD",
  ]);
});

test("a step without a connection names the order that stays", async () => {
  server.PUT.mockRejectedValue(new ApiError({ code: "network", message: "", status: 0 }));
  const user = open(anOrder({ state: "accepted", next: ["processing", "cancelled"] }));
  await user.click(screen.getByRole("button", { name: /^Start preparing/ }));
  expect(await screen.findByText(/^Order P7KQ-4MXD stays as it was. Could not reach Plaza./)).toBeDefined();
});
