import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderIn } from "@/test/render";
import { DeckPlan } from "./DeckPlan";

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
  const inside = screen.getByRole("button", { name: "Inside on Main deck" });
  expect(inside.getAttribute("aria-pressed")).toBe("false");
  await userEvent.click(inside);
  expect(onChange).toHaveBeenLastCalledWith({ 7: 2, 1: 1 });
  rerender(plan({ 1: 3 }));
  expect(inside.getAttribute("aria-pressed")).toBe("true");
  await userEvent.click(inside);
  expect(onChange).toHaveBeenLastCalledWith({ 1: 0 });
});

test("does not offer a class that is sold out or not sold", () => {
  renderIn(<DeckPlan decks={decks} units={units} value={{}} onChange={() => {}} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Suite on Sun deck, sold out" }).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Balcony on Main deck, sold out" }).disabled).toBe(true);
});

test("shows nothing without decks", () => {
  renderIn(<DeckPlan decks={undefined} units={units} value={{}} onChange={() => {}} />);
  expect(screen.queryByRole("heading")).toBeNull();
});
