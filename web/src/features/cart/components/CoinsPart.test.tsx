import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { Cart } from "@/shared/cart/types";
import { aCart } from "@/test/carts";
import type { CartDetails } from "../hooks/useCartDetails";
import { CoinsPart } from "./CoinsPart";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart"]);
});

const LOYALTY = {
  coins: 40,
  coin_value: 5,
  minimum_coins: 20,
  use_coins: false,
  usable_coins: 40,
  spent_coins: 0,
  spent_value: 0,
  earned_coins: 3,
} satisfies Cart["loyalty"];

function open(loyalty: Cart["loyalty"]) {
  const mutate = vi.fn();
  const details = { mutate } as unknown as CartDetails;
  render(
    <MantineProvider env="test">
      <CoinsPart cart={aCart({ fulfilment: "collect", loyalty })} details={details} attempted={false} />
    </MantineProvider>,
  );
  return mutate;
}

test("coins are spent by choice", async () => {
  const mutate = open(LOYALTY);
  await userEvent.setup().click(screen.getByRole("switch", { name: "Pay €2.00 with coins" }));
  expect(mutate).toHaveBeenCalledWith({ fulfilment: "collect", use_coins: true });
  expect(screen.getByText("This order earns 3 coins.")).toBeDefined();
});

test("too few coins tell the minimum", () => {
  open({ ...LOYALTY, coins: 7, usable_coins: 0 });
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.getByText("You have 7 coins. You can spend them from 20.")).toBeDefined();
});

test("a company without a programme shows nothing", () => {
  open(null);
  expect(screen.queryByText("Loyalty coins")).toBeNull();
});
