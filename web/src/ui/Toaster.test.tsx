import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { ACTION_TOAST_MS, TOAST_MS, toast, useToasts } from "@/lib/toasts";
import { Toaster } from "./Toaster";

beforeEach(async () => {
  await startI18n();
  useToasts.setState({ shown: [] });
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function show() {
  render(
    <MantineProvider env="test">
      <button type="button">Export</button>
      <Toaster />
    </MantineProvider>,
  );
}

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test("a failed action is repeated, and its toast goes", () => {
  const again = vi.fn();
  show();
  act(() => toast.error("Could not export the orders", new Error("busy"), again));
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(again).toHaveBeenCalledOnce();
  expect(screen.queryByText("Could not export the orders")).toBeNull();
});

test("a toast gives the focus back when it is answered", () => {
  show();
  const origin = screen.getByRole("button", { name: "Export" });
  act(() => origin.focus());
  act(() => toast.error("Could not export the orders", new Error("busy"), vi.fn()));
  act(() => screen.getByRole("button", { name: "Try again" }).focus());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(document.activeElement).toBe(origin);
});

test("a toast with an offer outlasts the others", () => {
  show();
  const failure = new Error("busy");
  act(() => {
    toast.error("Could not export the orders", failure);
    toast.success("Saved");
  });
  act(() => toast.error("Not exported", failure, vi.fn()));
  pass(TOAST_MS);
  expect(screen.queryByText("Saved")).toBeNull();
  expect(screen.getByText("Could not export the orders")).toBeTruthy();
  pass(ACTION_TOAST_MS);
  expect(screen.queryByText("Could not export the orders")).toBeNull();
});
