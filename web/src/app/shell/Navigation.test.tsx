import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { Navigation } from "./Navigation";
import { useRail } from "./useRail";

function Rail() {
  const { folded, toggle } = useRail();
  return <Navigation side="consumer" folded={folded} onFold={toggle} />;
}

function show(path = "/") {
  const router = createMemoryRouter([{ path: "*", element: <Rail /> }], { initialEntries: [path] });
  return render(<RouterProvider router={router} />);
}

/** Answers media queries as a window of `width` px. */
function resizeTo(width: number) {
  const matches = (query: string) => {
    const [, bound = "", em = "0"] = query.match(/\((min|max)-width: ([\d.]+)em\)/) ?? [];
    return bound === "min" ? width >= Number(em) * 16 : width <= Number(em) * 16;
  };
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: matches(query),
        addEventListener() {},
        removeEventListener() {},
      }) as unknown as MediaQueryList,
  );
}

const paths = () => screen.getAllByRole("listitem").map((item) => item.querySelector("a")?.pathname);

test("the rail folds by keyboard and stays folded after a reload", async () => {
  resizeTo(1440);
  const first = show();
  const rail = screen.getByRole("navigation");
  expect(rail.dataset.rail).toBe("labels");
  screen.getByRole("button", { name: "nav.fold" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(rail.dataset.rail).toBe("icons");
  expect(screen.getByRole("button", { name: "nav.unfold" })).toBe(document.activeElement);
  first.unmount();
  show();
  expect(screen.getByRole("navigation").dataset.rail).toBe("icons");
});

test("a folded rail keeps the names of its links and adds tooltips", () => {
  localStorage.setItem("rail", "folded");
  resizeTo(1440);
  show();
  expect(screen.getByRole("link", { name: "nav.messages" }).dataset.tooltip).toBe("nav.messages");
});

test("a tablet has icons and no button to fold", () => {
  resizeTo(820);
  show();
  expect(screen.getByRole("navigation").dataset.rail).toBe("icons");
  expect(screen.queryByRole("button")).toBeNull();
  expect(paths()).toContain("/people");
});

test("a phone's bar leaves out People", () => {
  resizeTo(390);
  show();
  expect(paths()).not.toContain("/people");
  expect(screen.queryByRole("button")).toBeNull();
});

test("the open destination is marked", () => {
  resizeTo(1440);
  show("/people/4");
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("nav.people");
});
