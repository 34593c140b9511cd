import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Tooltips } from "./Tooltips";

beforeEach(() => {
  render(
    <>
      <input aria-label="Search" />
      <button type="button" aria-label="Notifications" data-tooltip="Notifications" />
      <Tooltips />
    </>,
  );
});

test("a tooltip appears with the keyboard focus and goes with Escape", async () => {
  // jsdom takes focus that leaves a text field for the keyboard's. For other elements it asks what was focused in earlier tests.
  screen.getByRole("textbox", { name: "Search" }).focus();
  await userEvent.tab();
  const tooltip = await screen.findByText("Notifications");
  // The control carries the name; read out twice it would be noise.
  expect(tooltip.getAttribute("aria-hidden")).toBe("true");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText("Notifications")).toBeNull();
});

test("a tooltip appears under the mouse and goes with a click", async () => {
  const control = screen.getByRole("button", { name: "Notifications" });
  await userEvent.hover(control);
  await screen.findByText("Notifications");
  await userEvent.click(control);
  expect(screen.queryByText("Notifications")).toBeNull();
});
