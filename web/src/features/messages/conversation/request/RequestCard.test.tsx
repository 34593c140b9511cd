import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import type { InCommon } from "../../api";
import type { ChatDetail } from "../../model/wire";
import { RequestCard } from "./RequestCard";

const server = vi.hoisted(() => ({ readInCommon: vi.fn(), acceptRequest: vi.fn() }));
vi.mock("../../api", async (original) => ({ ...(await original<object>()), ...server }));

const mara = { id: 2, firstName: "Mara", lastName: "Lind", picture: null };
const chat = {
  id: 9,
  members: [{ user: { id: 1, firstName: "Nils", lastName: "Berg", picture: null } }, { user: mara }],
  request: { to: 1 },
} as unknown as ChatDetail;

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});
beforeEach(() => vi.clearAllMocks());

function show(common: Partial<InCommon>, shown: ChatDetail = chat) {
  server.readInCommon.mockResolvedValue({
    mutual_friends: 0,
    friends: [],
    groups: [],
    companies: [],
    ...common,
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <RequestCard chat={shown} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("a request says what both have in common", async () => {
  const person = (firstName: string) => ({ firstName, lastName: "Sol", userName: firstName });
  show({
    mutual_friends: 5,
    friends: ["Ana", "Ben", "Cem", "Dora"].map(person) as never,
    groups: [{ id: 1, title: "Hiking" }] as never,
    companies: [{ id: 3, name: "Casa Azul" }] as never,
  });
  const lines = within(await screen.findByRole("list")).getAllByRole("listitem");
  expect(lines).toHaveLength(3);
  expect(lines[0]?.textContent).toContain("Ana Sol, Ben Sol, and Cem Sol");
  expect(lines[0]?.textContent).not.toContain("Dora");
  expect(lines[1]?.textContent).toContain("Hiking");
  expect(lines[2]?.textContent).toContain("Casa Azul");
});

test("a request of a complete stranger says so", async () => {
  show({});
  expect(
    await screen.findByText("You have no friends, groups or followed businesses in common."),
  ).toBeTruthy();
});

test("a group names who added the viewer and offers to leave", async () => {
  show({ from: mara as never }, { ...chat, kind: "group", title: "Market day" } as ChatDetail);
  expect(await screen.findByText("Mara Lind added you to this group")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Leave group" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Block" })).toBeTruthy();
});
