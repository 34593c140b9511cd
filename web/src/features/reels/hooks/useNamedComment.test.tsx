import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { useEffect } from "react";
import { createMemoryRouter, RouterProvider, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { commentOf } from "@/test/reels";
import { readThread, reelKeys } from "../api";
import { useNamedComment } from "./useNamedComment";

vi.mock("../api", async (original) => ({ ...(await original<object>()), readThread: vi.fn() }));

beforeEach(() => void vi.mocked(readThread).mockReset());

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

function Named() {
  const { comments, isGone } = useNamedComment(1);
  return <p>{isGone ? "gone" : comments.map(({ text }) => text).join()}</p>;
}

/** The feed writes its place into the same address as the comments open. */
function InFeed() {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void navigate({ search: "?comment=9" }, { replace: true, state: { feed: 2 } }), []);
  return <Named />;
}

function open(address: string, queries = client(), element = <Named />) {
  const router = createMemoryRouter(
    [
      { path: "/notifications", element: null },
      { path: "/videos/:reelId", element },
    ],
    { initialEntries: ["/notifications", { pathname: "/videos/1", search: address, state: { feed: 1 } }] },
  );
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

test("the address forgets the comment that it has shown", async () => {
  vi.mocked(readThread).mockResolvedValue({ comments: [commentOf({ id: 9 })], next: null });
  const router = open("?comment=9&offering=3");
  await screen.findByText("Lovely.");
  await waitFor(() => expect(router.state.location.search).toBe("?offering=3"));
  // The place in the feed stays in the history, which has no entry more.
  expect(router.state.location.state).toEqual({ feed: 1 });
  expect(screen.getByText("Lovely.")).toBeTruthy();
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe("/notifications");
});

test("the address forgets a known comment while the feed changes it", async () => {
  const queries = client();
  const pages = [{ comments: [commentOf({ id: 9 })], next: null }];
  queries.setQueryData(reelKeys.named(1, 9), { pages, pageParams: [null] });
  vi.mocked(readThread).mockResolvedValue({ comments: [commentOf({ id: 9 })], next: null });
  const router = open("?comment=9", queries, <InFeed />);
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(router.state.location.state).toEqual({ feed: 2 });
  expect(screen.getByText("Lovely.")).toBeTruthy();
});

test("a comment that is gone is told once", async () => {
  vi.mocked(readThread).mockRejectedValue(
    new ApiError({ code: "not_found", message: "There is no such comment.", status: 404 }),
  );
  const router = open("?comment=9");
  await screen.findByText("gone");
  await waitFor(() => expect(router.state.location.search).toBe(""));
  expect(screen.getByText("gone")).toBeTruthy();
});

test("the address keeps a comment that could not be read", async () => {
  vi.mocked(readThread).mockRejectedValue(
    new ApiError({ code: "internal", message: "Something went wrong", status: 500 }),
  );
  const router = open("?comment=9");
  await waitFor(() => expect(readThread).toHaveBeenCalled());
  await waitFor(() => expect(screen.getByRole("paragraph").textContent).toBe(""));
  expect(router.state.location.search).toBe("?comment=9");
});
