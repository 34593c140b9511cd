import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { startI18n } from "@/lib/i18n";
import { aLine, anOrder } from "@/test/orders";
import { RefundSheet } from "./RefundSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));

vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

// The sheet comes with its own file.
vi.setConfig({ testTimeout: 30_000 });

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders", "cart", "auth"]);
});

beforeEach(() => vi.clearAllMocks());

const order = anOrder({
  lines: [aLine({ quantity: 2, returnable: 2, paid: 1000 })],
  refunded: 200,
  refundable: 800,
});

async function open() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <RefundSheet order={order} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  await screen.findByLabelText("Reason");
  return { user: userEvent.setup(), onClose };
}

const bodyOf = () => server.POST.mock.calls[0]?.[1].body;
const submit = () => screen.getByRole("button", { name: "Refund" });

test("units are sent with the reason and what is left", async () => {
  server.POST.mockResolvedValue({ data: order });
  const { user, onClose } = await open();
  expect(screen.getByLabelText("Reason")).toHaveProperty("required", true);
  await user.click(submit());
  expect(screen.getByText("Choose at least one item.")).toBeDefined();
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: /^(Add|More|One more).*Bread/ }));
  await user.type(screen.getByLabelText("Reason"), "Burnt");
  expect(screen.getByText(/gets €5.00 back/)).toBeDefined();
  await user.click(submit());
  expect(bodyOf()).toMatchObject({
    items: [{ line: 0, quantity: 1 }],
    reason: "Burnt",
    expected_left: 800,
  });
  expect(bodyOf().client_id).toHaveLength(26);
  expect(onClose).toHaveBeenCalled();
});

test("a repeat keeps its key, and other content has another", async () => {
  server.POST.mockRejectedValue(new ApiError({ code: "network", message: "", status: 0 }));
  const { user } = await open();
  await user.click(screen.getByLabelText("An amount"));
  await user.type(screen.getByLabelText("Amount (EUR)"), "4");
  await user.type(screen.getByLabelText("Reason"), "Burnt");
  for (const [tries, more] of [
    [1, ""],
    [2, ""],
    [3, " black"],
  ] as const) {
    if (more) await user.type(screen.getByLabelText("Reason"), more);
    await user.click(submit());
    await waitFor(() => expect(server.POST).toHaveBeenCalledTimes(tries));
  }
  const [first, repeat, other] = server.POST.mock.calls.map((call) => call[1].body.client_id);
  expect(repeat).toBe(first);
  expect(other).not.toBe(first);
});

test("an amount above what is left is refused at its field", async () => {
  const { user } = await open();
  await user.click(screen.getByLabelText("An amount"));
  await user.type(screen.getByLabelText("Amount (EUR)"), "8.01");
  await user.type(screen.getByLabelText("Reason"), "Burnt");
  await user.click(submit());
  expect(screen.getByText("At most €8.00 can be refunded.")).toBeDefined();
  expect(server.POST).not.toHaveBeenCalled();
});

test("a refund of a colleague is named with what is left", async () => {
  server.POST.mockRejectedValue(
    new ApiError({ code: "order.left_changed", message: "", status: 409, amount: 300 }),
  );
  const { user, onClose } = await open();
  await user.click(screen.getByLabelText("An amount"));
  await user.type(screen.getByLabelText("Amount (EUR)"), "4");
  await user.type(screen.getByLabelText("Reason"), "Burnt");
  await user.click(submit());
  expect(await screen.findByText(/€3.00 is left/)).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});
