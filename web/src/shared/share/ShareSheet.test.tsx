import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { useToasts } from "@/lib/toasts";
import { ShareSheet } from "./ShareSheet";
import type { ShareKind } from "./types";

const friend = (id: number, name: string) => ({
  id,
  userName: name.toLowerCase(),
  firstName: name,
  lastName: "",
});
const post = vi.fn();
const read = vi.fn();
const onDone = vi.fn();

vi.mock("@/api/client", () => ({
  unwrap: (answer: unknown) => answer,
  api: {
    GET: (path: string, request: unknown) => read(path, request),
    POST: (path: string, request: unknown) => post(path, request),
  },
}));

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

function show(kind: ShareKind = "product", id = 9, queries = new QueryClient()) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={["/products/9?variant=2"]}>
          <ShareSheet target={{ kind, id, title: "Mug", path: `/products/${id}` }} onDone={onDone} />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces("share");
});

beforeEach(() => {
  vi.clearAllMocks();
  useToasts.setState({ shown: [] });
  post.mockResolvedValue({ data: [{}] });
  read.mockResolvedValue({
    data: [friend(2, "Bruno"), friend(3, "Cleo")],
    pagination: { page: 1, per_page: 50, total: 2, total_pages: 1 },
  });
});

afterEach(() => act(() => useAuth.getState().clear()));

test("at least one friend is needed", async () => {
  signIn();
  const user = show();
  await screen.findByRole("checkbox", { name: "Bruno" });
  await user.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Choose at least one friend to share")).toBeTruthy();
  expect(post).not.toHaveBeenCalled();
});

test.each([
  ["product", "chat/chatapp-share-content-by-user/", { content: { kind: "product", id: 9 } }],
  ["company", "chat/chatapp-share-content-by-user/", { content: { kind: "company", id: 9 } }],
  ["reel", "chat/chatapp-share-reels-in-chats/", { reel_id: 9 }],
  ["profile", "userprofessional/share-user-profile/", {}],
] as const)("a %s goes to the chosen friends", async (kind, path, content) => {
  signIn();
  const user = show(kind);
  await user.click(await screen.findByRole("checkbox", { name: "Cleo" }));
  await user.click(screen.getByRole("button", { name: "Send to 1 friend" }));
  expect(post).toHaveBeenCalledOnce();
  const [called, { body }] = post.mock.calls[0] ?? [];
  expect(called).toBe(`/api/v1/${path}`);
  expect(body).toEqual({ id: expect.any(String), friend_ids: [3], ...content });
  expect(onDone).toHaveBeenCalledOnce();
});

test("friends stay listed when the next page of them fails", async () => {
  signIn();
  read.mockResolvedValueOnce({ data: [friend(2, "Bruno")], next: 2, total: 2 });
  read.mockRejectedValueOnce(new Error("busy"));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = show("product", 9, queries);
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  expect(await screen.findByRole("button", { name: "Could not load more. Try again" })).toBeTruthy();
  expect(screen.getByRole("checkbox", { name: "Bruno" })).toBeTruthy();
  expect(screen.queryByText("Could not load your friends")).toBeNull();
  expect(read).toHaveBeenCalledTimes(2);
});

test("a profile is not offered to its owner", async () => {
  signIn();
  show("profile", 3);
  await screen.findByRole("checkbox", { name: "Bruno" });
  expect(screen.queryByRole("checkbox", { name: "Cleo" })).toBeNull();
});

test("the sheet stays open while not all received it", async () => {
  signIn();
  const user = show();
  for (const name of ["Bruno", "Cleo"]) await user.click(await screen.findByRole("checkbox", { name }));
  await user.click(screen.getByRole("button", { name: "Send to 2 friends" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Sent to 1 of 2\./);
  expect(onDone).not.toHaveBeenCalled();
});

test("a visitor copies the address or signs in and returns", async () => {
  const user = show();
  const link = screen.getByRole("link", { name: "Sign in to send it to friends" });
  expect(link.getAttribute("href")).toBe("/login?next=%2Fproducts%2F9%3Fvariant%3D2");
  await user.click(screen.getByRole("button", { name: "Copy link" }));
  expect(await navigator.clipboard.readText()).toBe("http://localhost:3000/products/9");
  expect(useToasts.getState().shown.map(({ text }) => text)).toEqual(["URL copied"]);
});
