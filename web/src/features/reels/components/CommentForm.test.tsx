import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { ApiError } from "@/api/errors";
import type { User } from "@/api/types";
import { startI18n } from "@/lib/i18n";
import { commentOf } from "@/test/reels";
import { reelKeys } from "../api";
import { hasActedOn } from "../model/acts";
import { CommentForm } from "./CommentForm";

// The form loads it on demand.
import "@/shared/mentions/MentionList";

const server = vi.hoisted(() => ({ GET: vi.fn(), POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

const bruno = { id: 8, type: "regular", userName: "bruno", firstName: "Bruno", lastName: "Dias" };
const bakery = {
  ...bruno,
  id: 9,
  type: "company",
  userName: "bakery",
  firstName: "Bakery",
  lastName: "",
} as const;
const field = () => screen.getByRole<HTMLTextAreaElement>("textbox");

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reels", "mentions"]);
});
beforeEach(() => {
  vi.resetAllMocks();
  server.GET.mockResolvedValue({ data: [bruno] });
  const user = { id: 3, type: "regular", userName: "nora" } as User;
  useAuth.setState({ credentials: { access_token: "a", refresh_token: "b", user } });
});

function show(answered: Parameters<typeof CommentForm>[0]["answered"] = null, reel = 1) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queries.setQueryData(reelKeys.comments(1), {
    pages: [{ comments: [commentOf(), commentOf({ id: 12, author: bakery, by_company: true })], next: null }],
    pageParams: [null],
  });
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <CommentForm reel={reel} answered={answered} onAnswered={() => {}} onNeedAccount={() => true} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test("suggests friends and those who commented after an at sign", async () => {
  show();
  const typing = userEvent.setup();
  await typing.type(field(), "Hello @");
  expect(await screen.findByRole("option", { name: /Bruno Dias/ })).toBeTruthy();
  expect(screen.getByRole("option", { name: /Alice Martin/ })).toBeTruthy();
  expect(screen.queryByRole("option", { name: /Bakery/ })).toBeNull();
  await typing.type(field(), "br");
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await typing.keyboard("{Enter}");
  expect(field().value).toBe("Hello @bruno ");
  expect(server.POST).not.toHaveBeenCalled();
});

test("counts a text that is too long and does not send it", () => {
  show();
  fireEvent.change(field(), { target: { value: "x".repeat(1_002) } });
  expect(screen.getByText("2 characters too many")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
});

test("tells why a comment was refused", async () => {
  server.POST.mockRejectedValue(
    new ApiError({ code: "reel.too_many_comments", message: "Too many.", status: 409 }),
  );
  show();
  await userEvent.type(field(), "Hello{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("You comment too often. Wait a minute.");
  expect(field().value).toBe("Hello");
});

test("a comment whose answer was lost is sent again with its key", async () => {
  server.POST.mockRejectedValueOnce(new Error("lost")).mockResolvedValue({ data: commentOf({ id: 12 }) });
  show();
  await userEvent.type(field(), "Hello{Enter}");
  await screen.findByRole("alert");
  await userEvent.type(field(), "{Enter}");
  await userEvent.type(field(), "Hello{Enter}");
  const keys = server.POST.mock.calls.map(([, { body }]) => body.client_id);
  expect(keys).toEqual([expect.any(String), keys[0], expect.any(String)]);
  expect(keys[2]).not.toBe(keys[0]);
});

test("a comment is an act on the reel", async () => {
  server.POST.mockResolvedValue({ data: commentOf({ id: 12 }) });
  show(null, 90);
  await userEvent.type(field(), "Hello");
  expect(hasActedOn(90)).toBe(false);
  await userEvent.type(field(), "{Enter}");
  expect(hasActedOn(90)).toBe(true);
});

test("begins an answer to an answer with the name of its author", () => {
  show(commentOf({ id: 12, parent_id: 11 }));
  expect(field().value).toBe("@alice ");
});
