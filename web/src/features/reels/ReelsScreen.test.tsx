import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import i18next from "i18next";
import { createMemoryRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { chooseTown } from "@/shared/place/chosenTown";
import type { Reel } from "@/shared/reels/types";
import { reelOf } from "@/test/reels";
import { chosenTown } from "@/test/towns";
import { readFeed } from "./api";
import { ReelsScreen } from "./ReelsScreen";

// The screen loads it on demand: a slow machine would exceed the wait of a query.
import "./components/ReelSheets";

const live = vi.hoisted(() => ({ removed: null as number | null, redraw: () => {} }));
vi.mock("./hooks/useLiveReel", async () => {
  const { useReducer } = await import("react");
  return {
    useLiveReel: (id: number | null) => {
      live.redraw = useReducer((count: number) => count + 1, 0)[1];
      return { removed: id === live.removed };
    },
  };
});
vi.mock("./api", async (original) => ({ ...(await original<object>()), readFeed: vi.fn() }));
vi.mock("./components/Comments", () => ({ Comments: () => <textarea aria-label="Comment" /> }));
vi.mock("./components/ReelStage", () => ({
  ReelStage: ({ reels, index, onAction }: StageProps) => (
    <>
      <p>Reel {reels[index]?.id}</p>
      <button type="button" onClick={() => onAction("comments")}>
        Comments
      </button>
    </>
  ),
}));

interface StageProps {
  reels: Reel[];
  index: number;
  onAction: (action: string) => void;
}

beforeEach(async () => {
  await startI18n();
  await i18next.loadNamespaces("reels");
  live.removed = null;
  // A phone: comments are in a sheet.
  const none = window.matchMedia("none");
  vi.spyOn(window, "matchMedia").mockImplementation((query) => ({
    ...none,
    matches: /max-width/.test(query),
  }));
});

test("a removed reel gives its place to the next one, without its sheet", async () => {
  chooseTown(chosenTown());
  const reels = [1, 2, 3].map((id) => reelOf({ id }));
  vi.mocked(readFeed).mockResolvedValue({ reels, next: null });
  const router = createMemoryRouter([{ path: "/videos/:reelId", element: <ReelsScreen booking={null} /> }], {
    initialEntries: ["/videos/2"],
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Reel 2")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Comments" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "Comment" }), "Lovely");
  live.removed = 2;
  act(() => live.redraw());
  expect(await screen.findByText("Reel 3")).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "Comment" })).toBeNull();
  chooseTown(null);
});
