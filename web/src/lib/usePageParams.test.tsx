import { act, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { usePageParams } from "./usePageParams";

test("a change of the address keeps the way back", async () => {
  let [params, change] = [new URLSearchParams(), (_: (now: URLSearchParams) => URLSearchParams) => {}];
  function Page() {
    [params, change] = usePageParams();
    return null;
  }
  const opened = { pathname: "/page", search: "?sort=new", state: { from: "/list" } };
  const router = createMemoryRouter(
    [
      { path: "/list", element: null },
      { path: "/page", element: <Page /> },
    ],
    { initialEntries: ["/list", opened] },
  );
  render(<RouterProvider router={router} />);
  await act(async () =>
    change((now) => {
      now.set("day", "2");
      return now;
    }),
  );
  expect(params.toString()).toBe("sort=new&day=2");
  expect(router.state.location.state).toEqual({ from: "/list" });
  // The change took the place of the entry.
  await act(() => router.navigate(-1));
  expect(router.state.location.pathname).toBe("/list");
});
