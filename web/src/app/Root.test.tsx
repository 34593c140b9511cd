import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, it, vi } from "vitest";
import { Root } from "./Root";

/** Loads a page by its address, and leaves it where it is scrolled to. */
async function load(path: string, leftAt: number): Promise<number | undefined> {
  const scrolled = vi.spyOn(window, "scrollTo");
  const children = [
    { path: "/account", element: <h1>Account</h1> },
    { path: "/privacy", element: <h1>Privacy</h1> },
  ];
  const router = createMemoryRouter([{ element: <Root />, children }], {
    initialEntries: [{ pathname: path, key: "default" }],
  });
  const { unmount } = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  await screen.findByRole("heading");
  const place = scrolled.mock.lastCall?.[1] as number | undefined;
  vi.stubGlobal("scrollY", leftAt);
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  scrolled.mockRestore();
  return place;
}

it("starts a new page at the top and restores a reloaded page", async () => {
  await load("/account", 823);
  expect(await load("/privacy", 40)).toBe(0);
  expect(await load("/account", 0)).toBe(823);
});
