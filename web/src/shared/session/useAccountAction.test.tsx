import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { useAccountAction } from "./useAccountAction";

const run = vi.fn();

function Control({ scope }: { scope: string }) {
  const ask = useAccountAction<"favourite">(() => run(scope), { scope });
  return (
    <button type="button" onClick={() => ask("favourite")}>
      {scope}
    </button>
  );
}

const Controls = () => (
  <>
    <Control scope="first" />
    <Control scope="second" />
  </>
);

const show = () =>
  render(
    <MemoryRouter initialEntries={["/search"]}>
      <Routes>
        <Route path="/search" element={<Controls />} />
        <Route path="/login" element={<h1>Login</h1>} />
      </Routes>
    </MemoryRouter>,
  );

const signIn = () =>
  act(() =>
    useAuth.getState().signIn(
      {
        access_token: "a",
        refresh_token: "r",
        user: { id: 1, userName: "nora", type: "regular" } as unknown as User,
      },
      false,
    ),
  );

afterEach(() => {
  act(() => useAuth.getState().clear());
  run.mockClear();
});

test("a visitor signs in, and the control that asked goes on", async () => {
  const visit = show();
  await userEvent.click(screen.getByRole("button", { name: "second" }));
  expect(screen.getByRole("heading", { name: "Login" })).toBeDefined();
  expect(run).not.toHaveBeenCalled();
  visit.unmount();
  signIn();
  show();
  expect(run.mock.calls).toEqual([["second"]]);
});

test("it goes on once", async () => {
  signIn();
  show();
  expect(run).not.toHaveBeenCalled();
});
