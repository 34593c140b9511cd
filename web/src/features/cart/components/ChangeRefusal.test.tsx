import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { type ComponentType, Suspense } from "react";
import { MemoryRouter } from "react-router";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { cartKeys } from "@/shared/cart/api";
import type { Cart } from "@/shared/cart/types";
import { aCart } from "@/test/carts";
import { useCartDetails } from "../hooks/useCartDetails";
import { CoinsPart } from "./CoinsPart";
import { ExtrasPart } from "./ExtrasPart";
import { HowPart, type PartProps } from "./HowPart";
import { PromoPart } from "./PromoPart";
import { WherePart } from "./WherePart";

vi.mock("@/shared/address/deliveryAddresses", () => ({
  addressLines: () => "Rua Augusta 1",
  useDeliveryAddresses: () => ({ data: [{ id: 4, type: "home", first_name: "Ana", last_name: "Sousa" }] }),
}));
vi.mock("@/shared/offering/hasMenu", () => ({ hasMenu: () => true }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart", "address", "fulfilment"]);
});
afterAll(() => void vi.unstubAllGlobals());

const PARTS = { how: HowPart, where: WherePart, extras: ExtrasPart, promo: PromoPart, coins: CoinsPart };

function Screen({ cart }: { cart: Cart }) {
  const details = useCartDetails(cart);
  return Object.entries(PARTS).map(([key, Part]: [string, ComponentType<PartProps>]) => (
    <div key={key} data-testid={key}>
      <Part cart={cart} details={details} attempted={false} />
    </div>
  ));
}

function open(refusal: object, status: number) {
  const loyalty = {
    coins: 40,
    coin_value: 5,
    minimum_coins: 20,
    use_coins: false,
    usable_coins: 40,
    spent_coins: 0,
    spent_value: 0,
    earned_coins: 3,
  };
  const option = { minutes: 20, minimum_order: 0, zones: [], promised_at: null };
  const cart = aCart({
    fulfilment: "delivery",
    loyalty,
    options: [
      { ...option, kind: "delivery" },
      { ...option, kind: "collect" },
    ],
  });
  vi.stubGlobal("fetch", async ({ method }: Request) =>
    method === "GET" ? Response.json({ status: true, data: [] }) : Response.json(refusal, { status }),
  );
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(cartKeys.carts, [cart]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <Suspense>
            <Screen cart={cart} />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

const partOf = (alert: HTMLElement) => alert.closest("[data-testid]")?.getAttribute("data-testid");

test.each([
  ["how", "radio", /^Click and collect/],
  ["where", "radio", /^Rua Augusta/],
  ["extras", "switch", /cutlery/],
  ["extras", "button", /^10%/],
  ["coins", "switch", /with coins/],
] as const)("a refused change stands in its part: %s", async (part, role, name) => {
  const user = open({ status: false, code: "internal", message: "Something went wrong" }, 500);
  await user.click(await screen.findByRole(role, { name }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Could not save this change. Try again.");
  expect(partOf(alert)).toBe(part);
});

test("a refused address is told in its own words", async () => {
  const errors = { address_id: ["Choose one of your addresses."] };
  const user = open({ status: false, code: "invalid", message: "Wrong.", errors }, 422);
  await user.click(await screen.findByRole("radio", { name: /^Rua Augusta/ }));
  expect((await screen.findByRole("alert")).textContent).toContain("Choose one of your addresses.");
});

test("a refused promo code stays typed", async () => {
  const user = open({ status: false, code: "internal", message: "Something went wrong" }, 500);
  await user.type(await screen.findByLabelText("Code"), "SUMMER");
  await user.click(screen.getByRole("button", { name: "Apply" }));
  expect(partOf(await screen.findByRole("alert"))).toBe("promo");
  expect(screen.getByLabelText("Code")).toHaveProperty("value", "SUMMER");
});
