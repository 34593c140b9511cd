import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Cart } from "@/shared/cart/types";
import { aCart } from "@/test/carts";
import type { CartDetails } from "../hooks/useCartDetails";
import { HowPart } from "./HowPart";

vi.mock("@/shared/address/deliveryAddresses", () => ({ useDeliveryAddresses: () => ({ data: [] }) }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "fulfilment"]);
});

function open(changes: Partial<Cart>) {
  const mutate = vi.fn();
  const details = { mutate } as unknown as CartDetails;
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <HowPart cart={aCart({ fulfilment: "onsite", ...changes })} details={details} attempted={false} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { mutate, more: screen.getByRole<HTMLButtonElement>("button", { name: /^One more/ }) };
}

test("an order on site is for one person until another number is chosen", async () => {
  const { mutate, more } = open({ members: null });
  expect(screen.getByText("1")).toBeDefined();
  await userEvent.setup().click(more);
  expect(mutate).toHaveBeenCalledWith({ fulfilment: "onsite", members: 2 });
});

test.each([
  [499, false],
  [500, true],
])("%i people are the most: %s", (members, isMost) => {
  expect(open({ members }).more.disabled).toBe(isMost);
});

test("an option of a closed company tells when it is ready", () => {
  const collect = { kind: "collect" as const, minutes: 20, minimum_order: 0, zones: [] };
  open({ options: [{ ...collect, promised_at: "2999-01-08T08:20:00Z" }] });
  expect(screen.getByText(/^Ready to collect .*9:20/)).toBeDefined();
  expect(screen.queryByText(/in about/)).toBeNull();
});

test("an option of an open company tells its minutes", () => {
  const promised_at = new Date(Date.now() + 20 * 60_000).toISOString();
  open({ options: [{ kind: "collect", minutes: 20, minimum_order: 0, zones: [], promised_at }] });
  expect(screen.getByText("in about 20 min")).toBeDefined();
  expect(screen.queryByText(/^Ready to collect/)).toBeNull();
});

test("an option of a company that does not open soon asks for another time", () => {
  open({ options: [{ kind: "collect", minutes: 20, minimum_order: 0, zones: [], promised_at: null }] });
  expect(screen.getByText("The business is closed at this time. Choose another.")).toBeDefined();
});
