import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { Screen } from "./Screen";
import { ShellParts } from "./ShellParts";

type Props = Partial<Parameters<typeof Screen>[0]>;

function show(props: Props) {
  const page = (
    <ShellParts value={{ footer: <footer>Footer</footer>, end: <button type="button">Bell</button> }}>
      <Screen title="Search" {...props}>
        Content
      </Screen>
    </ShellParts>
  );
  const router = createMemoryRouter([{ path: "*", element: page }]);
  return render(<RouterProvider router={router} />).container.textContent;
}

test("a screen is in reading order from its title to the footer", () => {
  expect(show({ subBar: "Filters", aside: "Aside", bottomAction: "Pay" })).toBe(
    "SearchBellFiltersContentAsidePayFooter",
  );
  expect(document.title).toBe("Search · Plaza");
});

test("a screen that fills the window has no footer", () => {
  expect(show({ fill: true })).toBe("SearchBellContent");
});

test("a screen may head itself", () => {
  expect(show({ header: null, subBar: "Filters" })).toBe("FiltersContentFooter");
  expect(screen.queryByRole("heading")).toBeNull();
});
