import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Tooltips } from "./Tooltips";

function show() {
  render(
    <>
      <button type="button" aria-label="Notifications" data-tooltip="Notifications" />
      <Tooltips />
    </>,
  );
}

test("a tooltip appears with the keyboard focus and goes with Escape", async () => {
  show();
  await userEvent.tab();
  expect(await screen.findByText("Notifications")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText("Notifications")).toBeNull();
});

test("a tooltip goes when the focus leaves", async () => {
  show();
  await userEvent.tab();
  await screen.findByText("Notifications");
  act(() => screen.getByRole("button").blur());
  expect(screen.queryByText("Notifications")).toBeNull();
});

test("a tooltip adds nothing to the accessible name", async () => {
  show();
  await userEvent.tab();
  const tooltip = await screen.findByText("Notifications");
  expect(tooltip.getAttribute("aria-hidden")).toBe("true");
  expect(screen.getAllByRole("button", { name: "Notifications" })).toHaveLength(1);
});
