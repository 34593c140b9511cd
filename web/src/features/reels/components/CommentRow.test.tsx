import { MantineProvider } from "@mantine/core";
import { QueryClientProvider, skipToken, useQuery } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { MemoryRouter } from "react-router";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { commentOf } from "@/test/reels";
import { deleteComment, reelKeys } from "../api";
import type { CommentPages } from "../model/comments";
import { CommentRow } from "./CommentRow";

// The row loads it on demand.
import "./DeleteComment";

vi.mock("../api", async (original) => ({ ...(await original<object>()), deleteComment: vi.fn() }));

beforeAll(async () => {
  await startI18n();
  await i18next.loadNamespaces(["reels"]);
});
beforeEach(() => void vi.mocked(deleteComment).mockReset());

const key = reelKeys.comments(1);

function List() {
  const { data } = useQuery<CommentPages>({ queryKey: key, queryFn: skipToken });
  return (
    <div tabIndex={-1} data-comments="" data-testid="panel">
      {data?.pages
        .flatMap(({ comments }) => comments)
        .map((comment) => (
          <CommentRow
            key={comment.id}
            reel={1}
            comment={comment}
            onAnswer={() => {}}
            onNeedAccount={() => true}
          />
        ))}
    </div>
  );
}

async function openQuestion(replies = 0) {
  const queries = makeQueryClient();
  const comment = commentOf({ can_delete: true, replies });
  queries.setQueryData(key, { pages: [{ comments: [comment], next: null }], pageParams: [null] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <MemoryRouter>
          <List />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  return screen.findByRole("dialog", { name: "Delete this comment?" });
}

const confirm = () => userEvent.click(screen.getByRole("button", { name: "Delete comment" }));

test("asks before it deletes a comment, and keeps it on a no", async () => {
  const question = await openQuestion();
  expect(question.textContent).toContain("Lovely.");
  expect(question.textContent).not.toContain("deleted too");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(deleteComment).not.toHaveBeenCalled();
  expect(screen.getByText("Lovely.")).toBeTruthy();
});

test("deletes a comment on a yes, and the focus stays in the list", async () => {
  vi.mocked(deleteComment).mockResolvedValue({} as never);
  const question = await openQuestion(2);
  expect(question.textContent).toContain("Its 2 replies are deleted too.");
  await confirm();
  await waitFor(() => expect(screen.queryByText("Lovely.")).toBeNull());
  expect(deleteComment).toHaveBeenCalledExactlyOnceWith(11);
  expect(document.activeElement).toBe(screen.getByTestId("panel"));
});

test("a comment that could not be deleted is told in the question", async () => {
  vi.mocked(deleteComment).mockRejectedValue(
    new ApiError({ code: "internal", message: "Something went wrong", status: 500 }),
  );
  await openQuestion();
  await confirm();
  expect((await screen.findByRole("alert")).textContent).toContain("Could not delete the comment");
  expect(screen.getAllByText("Lovely.")).toHaveLength(2);
});
