import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { toast, useToasts } from "@/lib/toasts";
import { ErrorMessage } from "./ErrorMessage";

beforeAll(async () => {
  await startI18n();
});

test("an error is said in its place and not by a toast as well", () => {
  toast.error("Could not reach Plaza.", new Error("network"));
  toast.error("Nothing was copied.");
  render(
    <MantineProvider env="test">
      <ErrorMessage text="Could not reach Plaza." />
    </MantineProvider>,
  );
  expect(screen.getByRole("alert").textContent).toBe("Could not reach Plaza.");
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual(["Nothing was copied."]);
});

test("an error offers to try again where that is possible", async () => {
  const retry = vi.fn();
  render(
    <MantineProvider env="test">
      <ErrorMessage text="Could not load the list." onRetry={retry} />
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});
