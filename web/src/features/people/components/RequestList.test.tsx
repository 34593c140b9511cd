import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeAll, expect, test, vi } from "vitest";
import type { UserCard } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { type PeopleActions, PeopleActionsContext } from "../hooks/PeopleActionsContext";
import { type FriendsState, withAction } from "../model/friends";
import { RequestList } from "./RequestList";

const AT = "2026-05-01T10:00:00.000Z";
const message = vi.fn();

const card = (id: number, firstName: string): UserCard => ({
  id,
  type: "regular",
  userName: firstName.toLowerCase(),
  firstName,
  lastName: "Last",
  picture: null,
});

const START: FriendsState = {
  friends: [],
  incoming: [card(1, "Nora"), card(2, "Paul"), card(3, "Rosa")].map((user) => ({ user, at: AT })),
  outgoing: [],
  online: new Set(),
  left: {},
};

function Requests() {
  const [state, setState] = useState(START);
  const act: PeopleActions["act"] = (what, user) => setState((now) => withAction(now, what, user, AT));
  return (
    <PeopleActionsContext value={{ act, unfriend: vi.fn(), message }}>
      <RequestList state={state} onSuggestions={vi.fn()} />
    </PeopleActionsContext>
  );
}

const names = () => screen.getAllByRole("link").map((link) => link.textContent);

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("people");
});

test("an accepted request keeps its place, a declined one goes", async () => {
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Requests />
      </MemoryRouter>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: /^Accept.*Nora/ }));
  expect(names()).toEqual(["Nora Last", "Paul Last", "Rosa Last"]);
  expect(screen.getByText("Friends")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Message Nora Last" }));
  expect(message).toHaveBeenCalledWith(START.incoming[0]?.user);
  await user.click(screen.getByRole("button", { name: /^Decline.*Paul/ }));
  expect(names()).toEqual(["Nora Last", "Rosa Last"]);
});
