import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import { CancelSheet } from "./CancelSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), PUT: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));
vi.mock("@/api/auth", () => ({ useUser: () => ({ id: 5 }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["business-orders", "orders"]);
});

function open(order = anOrder()) {
  server.GET.mockResolvedValue({ data: [{ key: "sold_out" }, { key: "other" }] });
  server.PUT.mockResolvedValue({ data: anOrder({ state: "cancelled" }) });
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CancelSheet order={order} opened onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return onClose;
}

test.each([
  ["disputed", "Alice Martin gets back the full €10.00 and reads the reason."],
  ["charged_back", "Alice Martin pays nothing and reads the reason."],
] as const)("an order whose payment is %s tells the refund", async (state, words) => {
  open(anOrder({ payment: { ...anOrder().payment, state } }));
  expect(await screen.findByText(words)).toBeDefined();
});

test("another reason needs words", async () => {
  const onClose = open();
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText("Other"));
  const text = screen.getByLabelText("Explain it to the customer");
  const send = screen.getByRole("button", { name: i18next.t("business-orders:cancel.submit") });
  expect(text).toHaveProperty("required", true);
  await user.click(send);
  expect(screen.getByText("Enter a reason.")).toBeDefined();
  expect(server.PUT).not.toHaveBeenCalled();
  await user.type(text, " The oven broke ");
  await user.click(send);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(server.PUT.mock.calls[0]?.[1].body).toEqual({ state: "cancelled", reason: "The oven broke" });
});
