import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { LiveContext } from "@/live/LiveContext";
import { playStream } from "@/test/stream";
import { chatsTopic } from "../model/chats";
import { alice, summary } from "../model/samples";
import { ChatList } from "./ChatList";

const readChats = vi.hoisted(() => vi.fn());
vi.mock("../api", async (original) => ({ ...(await original<object>()), readChats }));
vi.mock("@/api/auth", async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: alice }),
}));

vi.mock("./ChatListItem", () => ({ ChatListItem: () => null }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("messages");
});

beforeEach(() => readChats.mockReset());

const chatsFrom = (id: number, count: number, archived = false) =>
  Array.from({ length: count }, (_, at) =>
    summary(id + at, 10_000 - id - at, { archived, title: `Chat ${id + at}`, kind: "group" }),
  );
const pageOf = (items: unknown[], more: boolean, total: number) => ({ items, more, total });

function show(snapshot: object) {
  const stream = playStream(`chats:${alice}`, chatsTopic);
  stream.snapshot({ online: [], ...snapshot });
  const client = new QueryClient();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <LiveContext value={stream.live}>
          <MemoryRouter>
            <ChatList open={undefined} />
          </MemoryRouter>
        </LiveContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return stream;
}

const rows = () =>
  [...document.querySelectorAll("li[data-chat]")].map((row) => Number(row.getAttribute("data-chat")));
const press = (name: RegExp | string) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("archived chats are read when their list opens", async () => {
  readChats.mockResolvedValue(pageOf(chatsFrom(50, 2, true), false, 2));
  show({ chats: chatsFrom(1, 1), archived: 2 });
  expect(rows()).toEqual([1]);
  expect(readChats).not.toHaveBeenCalled();
  expect(screen.getByRole("button", { name: /^Archived/ }).textContent).toContain("2");
  await press(/^Archived/);
  expect(readChats.mock.calls).toEqual([[1, 100, "true", "personal"]]);
  expect(rows()).toEqual([50, 51]);
  await press("All chats");
  expect(rows()).toEqual([1]);
});

test("many archived chats are read by page", async () => {
  readChats.mockResolvedValueOnce(pageOf(chatsFrom(200, 100, true), true, 101));
  readChats.mockResolvedValueOnce(pageOf(chatsFrom(300, 1, true), false, 101));
  show({ chats: chatsFrom(1, 1), archived: 100 });
  await press(/^Archived/);
  expect(readChats).toHaveBeenCalledTimes(1);
  await press("Show older chats");
  expect(readChats.mock.lastCall).toEqual([2, 100, "true", "personal"]);
  expect(rows()).toHaveLength(101);
  expect(screen.queryByRole("button", { name: "Show older chats" })).toBeNull();
});

test("a snapshot while the archive is open reads it again", async () => {
  readChats.mockResolvedValue(pageOf(chatsFrom(50, 2, true), false, 2));
  const stream = show({ chats: [], archived: 2 });
  await press(/^Archived/);
  await act(async () => stream.snapshot({ chats: [], archived: 2, online: [] }));
  expect(readChats).toHaveBeenCalledTimes(2);
  expect(rows()).toEqual([50, 51]);
});

test("archived chats that could not be read are read again", async () => {
  readChats.mockRejectedValueOnce(new Error("offline"));
  show({ chats: chatsFrom(1, 1), archived: 1 });
  await press(/^Archived/);
  readChats.mockResolvedValue(pageOf(chatsFrom(50, 1, true), false, 1));
  await press("Could not load older chats. Try again");
  expect(rows()).toEqual([50]);
});

test("older chats are those behind the listed ones", async () => {
  readChats.mockResolvedValue(pageOf([...chatsFrom(1, 99), ...chatsFrom(300, 1)], false, 100));
  const stream = show({ chats: chatsFrom(1, 100) });
  act(() => stream.event({ type: "settings", chat: 100, archived: true }));
  await press("Show older chats");
  expect(readChats.mock.calls).toEqual([[1, 100, "false", "personal"]]);
  expect(rows()).toHaveLength(100);
  expect(rows()).toContain(300);
});

test("an account with archived chats only has no empty state", () => {
  show({ chats: [], archived: 1 });
  expect(screen.queryByText("No messages")).toBeNull();
});
