import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import type { OrderReturn } from "@/shared/orders/returns";
import { anOrder } from "@/test/orders";
import { ReturnPanel } from "./ReturnPanel";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders", "returns"]);
});

beforeEach(() => vi.clearAllMocks());

const aReturn = (change: Partial<OrderReturn> = {}): OrderReturn => ({
  id: 9,
  state: "requested",
  reason: "damaged",
  description: "It arrived broken.",
  lines: [{ line: 0, quantity: 2, amount: 500 }],
  media: [],
  amount: 500,
  refunded: 0,
  restocked: false,
  next: ["approved", "rejected"],
  customer_next: [],
  changes: [{ at: "2026-11-22T10:00:00Z", state: "requested", actor: "customer", note: "" }],
  created_at: "2026-11-22T10:00:00Z",
  ...change,
});

function open(one: OrderReturn) {
  const order = anOrder({ state: "fulfilled", returns: [one] });
  server.PUT.mockResolvedValue({ data: order });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <ReturnPanel order={order} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const bodyOf = () => server.PUT.mock.calls[0]?.[1].body;

test("an approval is sent at once", async () => {
  const user = open(aReturn());
  await user.click(screen.getByRole("button", { name: "Approve" }));
  expect(bodyOf()).toEqual({ state: "approved" });
});

test("a rejection needs a reason", async () => {
  const user = open(aReturn());
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = await screen.findByRole("dialog");
  expect(screen.getByLabelText("Reason")).toHaveProperty("required", true);
  const send = () => user.click([...dialog.querySelectorAll("button")].at(-1) as HTMLButtonElement);
  await send();
  expect(await screen.findByText("Enter a reason")).toBeDefined();
  expect(server.PUT).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText("Reason"), "Worn");
  await send();
  expect(bodyOf()).toEqual({ state: "rejected", reason: "Worn" });
});

test("a refund names the amount and asks about the stock", async () => {
  const user = open(aReturn({ state: "received", next: ["inspected", "refunded", "replaced"] }));
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(await screen.findByText(/Alice Martin gets €5.00 back/)).toBeDefined();
  await user.click(screen.getByLabelText("Put the items back in stock"));
  const dialog = screen.getByRole("dialog");
  await user.click([...dialog.querySelectorAll("button")].at(-1) as HTMLButtonElement);
  expect(bodyOf()).toEqual({ state: "refunded", restock: true });
});

test("a failed rejection is told in the dialog, which keeps the reason", async () => {
  const user = open(aReturn());
  server.PUT.mockRejectedValue(new ApiError({ code: "internal", message: "", status: 500 }));
  await user.click(screen.getByRole("button", { name: "Decline" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.type(dialog.getByLabelText("Reason"), "Worn");
  await user.click(dialog.getByRole("button", { name: "Decline" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(i18next.t("returns:stepFailed"));
  expect(dialog.getByLabelText("Reason")).toHaveProperty("value", "Worn");
  expect(useToasts.getState().shown).toEqual([]);
});

test("a failed approval is told beside its button", async () => {
  const user = open(aReturn());
  server.PUT.mockRejectedValue(new ApiError({ code: "network", message: "", status: 0 }));
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const card = within(screen.getByRole("article"));
  expect((await card.findByRole("alert")).textContent).toBe(i18next.t("common:error.network"));
});

test("pictures and videos are named after the returned items", () => {
  const file = { bytes: 1, mime: "image/webp" };
  open(
    aReturn({
      media: [
        { ...file, id: 1, kind: "image", url: "/media/1" },
        { ...file, id: 2, kind: "video", url: "/media/2", poster: "/media/3" },
      ],
    }),
  );
  expect(screen.getByRole("button", { name: "Bread, picture 1" })).not.toBeNull();
  const video = screen.getByLabelText("Bread, video 2");
  expect(video.getAttribute("poster")).toBe("/media/3?w=320");
});
