import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { DeckPlan } from "./DeckPlan";

const renderIn = (plan: ReactElement) => render(plan, { wrapper: MantineProvider });

beforeEach(() => startI18n());

const units = [
  { id: 1, name: "Inside", price: 90_000, left: 4 },
  { id: 2, name: "Suite", price: 250_000, left: 0 },
];
const decks = ["Sun deck: Suite", "Main deck: Inside, Balcony"];

test("chooses a class on the plan, and takes it back", async () => {
  const onChange = vi.fn();
  const plan = (value: Record<number, number>) => (
    <DeckPlan decks={decks} units={units} value={value} onChange={onChange} />
  );
  const { rerender } = renderIn(plan({ 7: 2 }));
  const inside = await screen.findByRole("button", { name: "Inside on Main deck" });
  expect(inside.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(inside);
  expect(onChange).toHaveBeenLastCalledWith({ 7: 2, 1: 1 });
  rerender(plan({ 1: 3 }));
  expect(inside.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(inside);
  expect(onChange).toHaveBeenLastCalledWith({ 1: 0 });
});

test("does not offer a class that is sold out or not sold", async () => {
  renderIn(<DeckPlan decks={decks} units={units} value={{}} onChange={() => {}} />);
  expect(
    (await screen.findByRole<HTMLButtonElement>("button", { name: "Suite on Sun deck, sold out" })).disabled,
  ).toBe(true);
  expect(
    screen.getByRole<HTMLButtonElement>("button", { name: "Balcony on Main deck, sold out" }).disabled,
  ).toBe(true);
});

test("shows nothing without decks", () => {
  renderIn(<DeckPlan decks={undefined} units={units} value={{}} onChange={() => {}} />);
  expect(screen.queryByRole("heading")).toBeNull();
});
