import { MantineProvider } from "@mantine/core";
import { act, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { lazyScreen } from "./lazyScreen";

test("a screen that could not load comes by itself when the network is back", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module"))
    .mockResolvedValue(() => "The screen");
  const Screen = lazyScreen(load);
  render(
    <MantineProvider env="test">
      <Screen />
    </MantineProvider>,
  );
  expect(await screen.findByRole("alert")).toBeDefined();
  // The effect that listens runs after the alert is there.
  await act(async () => {});
  act(() => void window.dispatchEvent(new Event("online")));
  expect(await screen.findByText("The screen")).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test("a screen that was loaded ahead opens at once and keeps its state", async () => {
  const Screen = lazyScreen(async () => () => <input aria-label="Name" />);
  await Screen.preload();
  const shown = render(
    <MantineProvider env="test">
      <Screen />
    </MantineProvider>,
  );
  const field = screen.getByLabelText("Name");
  shown.rerender(
    <MantineProvider env="test">
      <Screen />
    </MantineProvider>,
  );
  expect(screen.getByLabelText("Name")).toBe(field);
});
