import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { toast, useToasts } from "@/lib/toasts";
import { ErrorMessage } from "./ErrorMessage";

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
