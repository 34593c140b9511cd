import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { anOrder } from "@/test/orders";
import * as api from "../api";
import { PaymentScreen } from "../PaymentScreen";
import type { Order, PaymentResult } from "../types";
import type { Stripe } from "./types";

vi.mock("@/api/auth", async (original) => ({
  ...(await original<typeof import("@/api/auth")>()),
  useUser: () => ({ country: "ES", postalCode: "" }),
}));
vi.mock("../api", async (original) => ({
  ...(await original<typeof api>()),
  readOrder: vi.fn(),
  readProvider: vi.fn(),
  readTogether: vi.fn(),
  readStatus: vi.fn(),
  pay: vi.fn(),
}));

type PaymentState = Order["payment"]["state"];

/** Order of 10.00 in a state of its payment. */
const order = (state: PaymentState, failure: string | null = null): Order =>
  ({
    ...anOrder(),
    state: state === "paid" ? "new" : "pending_payment",
    can: { ...anOrder().can, pay: state === "requires_method" || state === "requires_action" },
    hold_expires_at: state === "paid" ? null : "2099-01-01T00:00:00Z",
    payment: { ...anOrder().payment, provider: "stripe", state, amount: 1000, failure },
  }) as Order;

const result = (state: PaymentState, secret: string | null = null, failure: string | null = null) =>
  ({ payment: { state }, orders: [order(state, failure)], client_secret: secret }) as PaymentResult;

const elements = {
  submit: vi.fn(async (): Promise<{ error?: { type: string; message?: string } }> => ({})),
  update: vi.fn(),
  create: vi.fn(() => ({
    mount: (node: HTMLElement) => node.append("Stripe's fields"),
    on: (event: string, listener: () => void) => event === "ready" && queueMicrotask(listener),
    destroy: vi.fn(),
  })),
};
const stripe = {
  elements: vi.fn(() => elements),
  createConfirmationToken: vi.fn(async () => ({ confirmationToken: { id: "ctoken_1" } })),
  handleNextAction: vi.fn(async () => ({})),
};
const factory = vi.fn(() => stripe as unknown as Stripe);

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["payment", "cart", "orders"]);
  Element.prototype.scrollIntoView = () => {};
});

beforeEach(() => {
  vi.stubGlobal("Stripe", factory);
  vi.mocked(api.readOrder).mockResolvedValue(order("requires_method"));
  vi.mocked(api.readTogether).mockResolvedValue([]);
  vi.mocked(api.readProvider).mockResolvedValue({
    provider: "stripe",
    publishable_key: "pk_test_1",
    cards: [],
  });
});

afterEach(() => vi.clearAllMocks());

function open() {
  const routes = [
    { path: "/payment/:orderId", element: <PaymentScreen /> },
    { path: "/payment/:orderId/completed", element: <p>Completed</p> },
  ];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: ["/payment/1"] })} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

async function submit() {
  await screen.findByText("Stripe's fields");
  fireEvent.change(screen.getByLabelText(/Postal code/), { target: { value: " 08001 " } });
  fireEvent.click(await screen.findByRole("button", { name: /^Pay/ }));
}

test("sends a token of Stripe's fields and shows that it is paid", async () => {
  vi.mocked(api.pay).mockResolvedValue(result("paid"));
  open();
  fireEvent.click(await screen.findByLabelText("Save this card for next time"));
  await submit();
  await screen.findByText("Completed");
  expect(factory).toHaveBeenCalledWith("pk_test_1", { locale: "en" });
  expect(stripe.elements).toHaveBeenCalledWith(
    expect.objectContaining({ mode: "payment", amount: 1000, currency: "eur", paymentMethodTypes: ["card"] }),
  );
  expect(elements.update).toHaveBeenCalledWith({ setupFutureUsage: "on_session" });
  expect(elements.create).toHaveBeenCalledWith(
    "payment",
    expect.objectContaining({
      fields: { billingDetails: { address: { country: "never", postalCode: "never" } } },
    }),
  );
  const billing_details = { address: { country: "ES", postal_code: "08001" } };
  expect(stripe.createConfirmationToken).toHaveBeenCalledWith(
    expect.objectContaining({
      params: expect.objectContaining({ payment_method_data: { billing_details } }),
    }),
  );
  expect(api.pay).toHaveBeenCalledWith(1, { payment_method: "ctoken_1" });
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
});

test("asks the bank at once and shows the outcome", async () => {
  vi.mocked(api.pay).mockResolvedValue(result("requires_action", "pi_1_secret"));
  vi.mocked(api.readStatus).mockResolvedValue(result("paid"));
  open();
  await submit();
  await screen.findByText("Completed");
  expect(stripe.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: "pi_1_secret" });
  expect(api.readStatus).toHaveBeenCalledTimes(1);
});

test("returns to the cards when the bank refuses", async () => {
  vi.mocked(api.pay).mockResolvedValue(result("requires_action", "pi_1_secret"));
  vi.mocked(api.readStatus).mockResolvedValue(result("requires_method", null, "authentication_failed"));
  open();
  await submit();
  expect(await screen.findByText("Your bank did not confirm the payment")).toBeTruthy();
  expect(await screen.findByRole("button", { name: /^Pay/ })).toBeTruthy();
});

test("keeps the form open for another card after a decline", async () => {
  vi.mocked(api.pay).mockResolvedValueOnce(result("requires_method", null, "insufficient_funds"));
  vi.mocked(api.pay).mockResolvedValueOnce(result("paid"));
  open();
  await submit();
  expect(await screen.findByText("Your card does not have enough funds")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Pay/ }));
  await screen.findByText("Completed");
});

test("sends nothing while the fields are incomplete", async () => {
  elements.submit.mockResolvedValueOnce({ error: { type: "validation_error", message: "Incomplete" } });
  open();
  await submit();
  await waitFor(() => expect(elements.submit).toHaveBeenCalled());
  expect(stripe.createConfirmationToken).not.toHaveBeenCalled();
  expect(api.pay).not.toHaveBeenCalled();
});

test("a new card needs a postal code", async () => {
  open();
  await screen.findByText("Stripe's fields");
  fireEvent.click(await screen.findByRole("button", { name: /^Pay/ }));
  expect(await screen.findByText("Postal code required")).toBeTruthy();
  expect(elements.submit).not.toHaveBeenCalled();
});

test("a page opened again reads the state and does not open the bank", async () => {
  vi.mocked(api.readOrder).mockResolvedValue(order("requires_action"));
  vi.mocked(api.readStatus).mockResolvedValue(result("requires_action", "pi_1_secret"));
  open();
  const button = await screen.findByRole("button", { name: "Confirm at your bank" });
  await waitFor(() => expect(api.readStatus).toHaveBeenCalledTimes(1));
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
  vi.mocked(api.readStatus).mockResolvedValue(result("paid"));
  await waitFor(() => expect(button.hasAttribute("data-loading")).toBe(false));
  fireEvent.click(button);
  await screen.findByText("Completed");
  expect(stripe.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: "pi_1_secret" });
});

test("pays with a saved card without Stripe's fields", async () => {
  const card = { id: 7, brand: "visa", last4: "4242", exp_month: 4, exp_year: 2031, is_default: true };
  vi.mocked(api.readProvider).mockResolvedValue({
    provider: "stripe",
    publishable_key: "pk_test_1",
    cards: [card],
  });
  vi.mocked(api.pay).mockResolvedValue(result("paid"));
  open();
  expect(await screen.findByText("Expires 04/31")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Pay/ }));
  await screen.findByText("Completed");
  expect(api.pay).toHaveBeenCalledWith(1, { card_id: 7 });
  expect(stripe.createConfirmationToken).not.toHaveBeenCalled();
});
