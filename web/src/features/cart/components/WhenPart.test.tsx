import { MantineProvider } from "@mantine/core";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aCart } from "@/test/carts";
import type { CartDetails } from "../hooks/useCartDetails";
import { WhenPart } from "./WhenPart";

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["cart"]);
});

function open() {
  const [mutate, onIncomplete] = [vi.fn(), vi.fn()];
  const details = { mutate } as unknown as CartDetails;
  render(
    <MantineProvider env="test">
      <WhenPart
        cart={aCart({ fulfilment: "collect" })}
        details={details}
        attempted
        onIncomplete={onIncomplete}
      />
    </MantineProvider>,
  );
  return { mutate, onIncomplete };
}

test("a time that is wanted is missing until it is chosen", async () => {
  const { mutate, onIncomplete } = open();
  await userEvent.setup().click(screen.getByRole("radio", { name: "Choose a time" }));
  expect(onIncomplete).toHaveBeenLastCalledWith(true);
  expect(screen.getAllByText("Choose a time")).toHaveLength(2);
  expect(mutate).not.toHaveBeenCalled();

  fireEvent.change(screen.getByLabelText("Date"), { target: { value: "2030-01-01" } });
  fireEvent.change(screen.getByLabelText("Time"), { target: { value: "12:30" } });
  expect(onIncomplete).toHaveBeenLastCalledWith(false);
  expect(mutate).toHaveBeenLastCalledWith({ fulfilment: "collect", date: "2030-01-01", time: "12:30" });
});

test("as soon as possible needs no time", async () => {
  const { mutate, onIncomplete } = open();
  const user = userEvent.setup();
  await user.click(screen.getByRole("radio", { name: "Choose a time" }));
  await user.click(screen.getByRole("radio", { name: "As soon as possible" }));
  expect(onIncomplete).toHaveBeenLastCalledWith(false);
  expect(mutate).toHaveBeenLastCalledWith({ fulfilment: "collect", date: "", time: "" });
});
