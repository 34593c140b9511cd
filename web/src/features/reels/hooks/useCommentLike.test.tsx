import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { networkError } from "@/api/errors";
import { makeQueryClient } from "@/api/queryClient";
import { startI18n } from "@/lib/i18n";
import { commentOf } from "@/test/reels";
import { likeComment, reelKeys } from "../api";
import type { CommentPages } from "../model/comments";
import { useCommentCache } from "./useCommentCache";
import { useCommentLike } from "./useCommentLike";

vi.mock("../api", async (original) => ({ ...(await original<object>()), likeComment: vi.fn() }));

type Answer = Awaited<ReturnType<typeof likeComment>>;

const KEY = reelKeys.comments(1);
const COMMENT = commentOf({ likes: 2 });
let answers: { resolve: (answer: Answer) => void; reject: (failure: Error) => void }[];

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("reels");
  answers = [];
  vi.mocked(likeComment).mockImplementation(
    () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
  );
});

function open() {
  const queries = makeQueryClient();
  const read = (comment = COMMENT) =>
    queries.setQueryData<CommentPages>(KEY, {
      pages: [{ comments: [comment], next: null }],
      pageParams: [null],
    });
  read();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ like: useCommentLike(1, COMMENT), cache: useCommentCache(1) }), {
    wrapper,
  });
  return {
    read,
    like: (liked: boolean) => act(async () => result.current.like(liked)),
    tell: (likes: number) =>
      result.current.cache.apply({ type: "comment_likes", comments: [{ comment_id: COMMENT.id, likes }] }),
    shown: () => {
      const { liked, likes } = queries.getQueryData<CommentPages>(KEY)?.pages[0]?.comments[0] ?? COMMENT;
      return { liked, likes };
    },
  };
}

async function answer(liked: boolean, likes: number) {
  await vi.waitFor(() => expect(answers).not.toHaveLength(0));
  await act(async () => answers.shift()?.resolve({ comment_id: COMMENT.id, liked, likes }));
}

async function fail() {
  await vi.waitFor(() => expect(answers).not.toHaveLength(0));
  await act(async () => answers.shift()?.reject(networkError(new TypeError("offline"))));
}

test("a live number waits for the like that is on its way", async () => {
  const { like, tell, shown } = open();
  await like(true);
  tell(2);
  expect(shown()).toEqual({ liked: true, likes: 3 });
  tell(5);
  await answer(true, 3);
  expect(shown()).toEqual({ liked: true, likes: 5 });
  tell(6);
  expect(shown()).toEqual({ liked: true, likes: 6 });
});

test("the answer to an earlier press does not replace a later one", async () => {
  const { like, shown } = open();
  await like(true);
  await like(false);
  await answer(true, 3);
  expect(shown()).toEqual({ liked: false, likes: 2 });
  await answer(false, 2);
  expect(shown()).toEqual({ liked: false, likes: 2 });
});

test("the answer stands over a list that was read meanwhile", async () => {
  const { like, read, shown } = open();
  await like(true);
  read();
  await answer(true, 4);
  expect(shown()).toEqual({ liked: true, likes: 4 });
});

test("a like that failed leaves the live number", async () => {
  const { like, tell, shown } = open();
  await like(true);
  tell(7);
  await fail();
  expect(shown()).toEqual({ liked: false, likes: 7 });
});
