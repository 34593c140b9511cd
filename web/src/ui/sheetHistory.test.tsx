import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { flushSync } from "react-dom";
import { createBrowserRouter, Link, useBlocker, useNavigate, useSearchParams } from "react-router";
import { RouterProvider } from "react-router/dom";
import { afterEach, expect, it } from "vitest";
import { Sheet } from "./Sheet";
import { routerWindow } from "./sheetHistory";

function List() {
  const [open, setOpen] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const close = () => setOpen(null);
  const leave = () => {
    close();
    void navigate("/other");
  };
  const leaveBack = () => {
    flushSync(close);
    void navigate(-1);
  };
  return (
    <>
      <h1>List {params.get("sort")}</h1>
      {["Filters", "Form"].map((name) => (
        <button key={name} type="button" onClick={() => setOpen(name)}>
          {name}
        </button>
      ))}
      {open && (
        <Sheet opened onClose={open === "Form" ? () => setOver(true) : close} title={open}>
          <button type="button" onClick={close}>
            Done
          </button>
          <button type="button" onClick={leave}>
            Leave
          </button>
          <button type="button" onClick={() => setParams({ sort: "price" }, { replace: true })}>
            By price
          </button>
          <button type="button" onClick={() => setOpen("Places")}>
            Places
          </button>
          <button type="button" onClick={() => setOver(true)}>
            More
          </button>
          <button type="button" onClick={leaveBack}>
            Back
          </button>
          <Link to="/other">Other</Link>
        </Sheet>
      )}
      <Sheet opened={params.has("item")} noEntry onClose={() => {}} title="Item">
        Item
      </Sheet>
      <Sheet opened={over} onClose={() => setOver(false)} title="Over it">
        <Link to="/other">Away</Link>
      </Sheet>
    </>
  );
}

/** Unsaved edits behind a sheet. */
function Edits() {
  const [open, setOpen] = useState(false);
  const { state, proceed, reset } = useBlocker(true);
  return (
    <>
      <h1>Edits</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Hours
      </button>
      <Sheet opened={open} onClose={() => setOpen(false)} title="Hours">
        Hours
      </Sheet>
      <Sheet opened={state === "blocked"} noEntry onClose={() => reset?.()} title="Discard them?">
        <button type="button" onClick={() => proceed?.()}>
          Discard
        </button>
      </Sheet>
    </>
  );
}

let stop = () => {};

afterEach(() => {
  stop();
  stop = () => {};
});

/** The list, one step after the page that this begins with. */
async function show() {
  history.pushState(null, "", "/start");
  const router = createBrowserRouter(
    [
      { path: "/start", element: <h1>Start</h1> },
      { path: "/list", element: <List /> },
      { path: "/edits", element: <Edits /> },
      { path: "/other", element: <h1>Other page</h1> },
    ],
    { window: routerWindow() },
  );
  const { unmount } = render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  stop = () => {
    unmount();
    router.dispose();
  };
  await act(() => router.navigate("/list"));
  const user = userEvent.setup();
  const press = (name: string) => user.click(screen.getByRole("button", { name, hidden: true }));
  const openSheet = async (name: string) => {
    const before = history.state.sheets ?? 0;
    await press(name);
    await waitFor(() => expect(history.state.sheets).toBe(before + 1));
  };
  return { router, user, press, openSheet };
}

async function step(by: number) {
  const arrived = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  await act(async () => {
    history.go(by);
    await arrived;
  });
}

const title = (name: string) => screen.findByRole("heading", { name, hidden: true, level: 1 });
const sheet = (name: string) => screen.queryByRole("dialog", { name, hidden: true });
const gone = (name: string) => waitFor(() => expect(sheet(name)).toBeNull());

it("closes by Back, and the screen and its router state stay", async () => {
  const { router, openSheet } = await show();
  const { location } = router.state;
  await openSheet("Filters");
  await screen.findByRole("dialog", { name: "Filters" });
  await step(-1);
  await gone("Filters");
  expect(router.state.location).toBe(location);
  await step(-1);
  await title("Start");
});

it("leaves no entry when a button closes it", async () => {
  const { press, openSheet } = await show();
  await openSheet("Filters");
  await press("Done");
  await waitFor(() => expect(history.state.sheets).toBeUndefined());
  await step(-1);
  await title("Start");
});

it.each(["Other", "Leave"])("makes way for another screen: %s", async (name) => {
  const { user, openSheet } = await show();
  await openSheet("Filters");
  await user.click(screen.getByText(name));
  await title("Other page");
  await step(-1);
  await title("List");
  expect(sheet("Filters")).toBeNull();
  await step(1);
  await title("Other page");
  await step(-1);
  await title("List");
  await step(-1);
  await title("Start");
});

it("closes one over another first", async () => {
  const { openSheet } = await show();
  await openSheet("Filters");
  await openSheet("More");
  await step(-1);
  await gone("Over it");
  expect(sheet("Filters")).not.toBeNull();
  await step(-1);
  await gone("Filters");
  await title("List");
});

it("is left for the screen before by the app's own step back", async () => {
  const { press, openSheet } = await show();
  await openSheet("Filters");
  await press("Back");
  await title("Start");
});

it("has no second entry if the address opens it", async () => {
  const { router, press } = await show();
  await act(() => router.navigate("/list?item=3"));
  await screen.findByRole("dialog", { name: "Item" });
  // Later than a sheet with an entry of its own.
  await press("Filters");
  await waitFor(() => expect(history.state.sheets).toBe(1));
  await step(-1);
  await gone("Filters");
  await step(-1);
  await gone("Item");
  await title("List");
});

it("skips what a link in a sheet over another leaves behind", async () => {
  const { user, openSheet } = await show();
  await openSheet("Filters");
  await openSheet("More");
  await user.click(screen.getByText("Away"));
  await title("Other page");
  await step(-1);
  await title("List");
  await step(-1);
  await title("Start");
});

it("asks about unsaved edits when the screen is left, not before", async () => {
  const { router, press, openSheet } = await show();
  await act(() => router.navigate("/edits"));
  await openSheet("Hours");
  await step(-1);
  await gone("Hours");
  expect(sheet("Discard them?")).toBeNull();
  await step(-1);
  await screen.findByRole("dialog", { name: "Discard them?" });
  await title("Edits");
  await press("Discard");
  await title("List");
});

it("keeps an address that changed in a sheet", async () => {
  const { router, press, openSheet } = await show();
  await openSheet("Filters");
  await press("By price");
  await title("List price");
  await step(-1);
  await gone("Filters");
  expect(location.search).toBe("?sort=price");
  expect(router.state.location.search).toBe("?sort=price");
  await step(-1);
  await title("Start");
});

it("hands its entry to the sheet that follows it", async () => {
  const { press, openSheet } = await show();
  await openSheet("Filters");
  await press("Places");
  expect(await screen.findByRole("dialog", { name: "Places" })).toBeTruthy();
  await step(-1);
  await gone("Places");
  await step(-1);
  await title("Start");
});

it("keeps an entry for a sheet that asks before it closes", async () => {
  const { openSheet } = await show();
  await openSheet("Form");
  await step(-1);
  await waitFor(() => expect(history.state.sheets).toBe(2));
  expect(sheet("Form")).not.toBeNull();
});

it("does not reopen by Forward, and Back leads on from there", async () => {
  const { openSheet } = await show();
  await openSheet("Filters");
  await step(-1);
  await gone("Filters");
  await step(1);
  await waitFor(() => expect(history.state.sheets).toBeUndefined());
  expect(sheet("Filters")).toBeNull();
  await step(-1);
  await title("Start");
});

it("leaves no entry after a reload", async () => {
  const { router, openSheet } = await show();
  await openSheet("Filters");
  stop();
  router.dispose();
  const reloaded = createBrowserRouter([{ path: "*", element: <List /> }], { window: routerWindow() });
  stop = () => reloaded.dispose();
  await waitFor(() => expect(history.state.sheets).toBeUndefined());
  expect(location.pathname).toBe("/list");
});

it("sends a navigation on after the step of a closed sheet", async () => {
  const { router, press, openSheet } = await show();
  await openSheet("Filters");
  const stepped = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  await press("Done");
  await act(() => router.navigate("/other"));
  await stepped;
  expect(location.pathname).toBe("/other");
  await step(-1);
  await title("List");
  await step(-1);
  await title("Start");
});
