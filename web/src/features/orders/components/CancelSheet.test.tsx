import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Order } from "@/shared/orders/types";
import { CancelSheet } from "./CancelSheet";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["orders", "auth"]);
});

const ORDER = {
  id: 5,
  state: "new",
  company: { id: 7, name: "Casa Azul" },
  lines: [{}],
  payment: { state: "paid" },
  total: 500,
  refunded: 0,
  refund_now: 500,
  currency: "EUR",
  can: { cancel: true },
} as unknown as Order;

function open(order = ORDER) {
  server.GET.mockImplementation(async (path: string) =>
    path.includes("reasons")
      ? { data: [{ key: "changed_mind" }, { key: "other" }] }
      : { data: { policies: { cancellation: [{ id: 1, title: "Groups", text: "Three days before." }] } } },
  );
  server.POST.mockReset();
  server.POST.mockResolvedValue({ data: { ...ORDER, state: "cancelled" } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CancelSheet order={order} opened onClose={() => {}} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const sent = () => server.POST.mock.calls.map(([, { body }]) => body);

test("an order is canceled with a reason only, and the policy is shown", async () => {
  const user = open();
  const submit = await screen.findByRole("button", { name: "Cancel order" });
  expect(await screen.findByText("Cancellation policy of Casa Azul")).toBeTruthy();
  await user.click(submit);
  expect(screen.getByText("Choose a reason")).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.click(screen.getByLabelText("I changed my mind"));
  await user.click(submit);
  await waitFor(() => expect(sent()).toEqual([{ reason: "changed_mind", expected_refund: 500 }]));
});

test("another reason needs words", async () => {
  const user = open();
  await user.click(await screen.findByLabelText("Other"));
  expect(screen.getByLabelText("Your reason")).toHaveProperty("required", true);
  await user.click(screen.getByRole("button", { name: "Cancel order" }));
  expect(screen.getByText("Enter a reason")).toBeTruthy();
  await user.type(screen.getByLabelText("Your reason"), " Moved away ");
  await user.click(screen.getByRole("button", { name: "Cancel order" }));
  await waitFor(() => expect(sent()).toEqual([{ reason: "Moved away", expected_refund: 500 }]));
});

test.each([
  ["disputed", 500, "You get back the full €5.00."],
  ["charged_back", 500, "Canceling costs you nothing."],
  ["refunded", 0, "Canceling costs you nothing."],
] as const)("an order whose payment is %s tells the refund", async (state, refund_now, words) => {
  open({ ...ORDER, refunded: 500 - refund_now, refund_now, payment: { ...ORDER.payment, state } });
  expect(await screen.findByText(words, { exact: false })).toBeDefined();
});
