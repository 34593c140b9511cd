import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { reelOf } from "@/test/reels";
import { ReelsPanel } from "./ReelsPanel";

const own = {
  ...reelOf({ caption: "Rice", published_at: null, state: "draft" }),
  next_states: [],
  mean_watched_ms: 0,
  results: {},
  reports: 0,
};

beforeEach(async () => startI18n());

test("reels load as rows of the list", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal(
    "fetch",
    vi.fn(async ({ url }: Request) => {
      if (url.includes("/uploads/")) return Response.json({ status: true, data: [] });
      await held;
      return Response.json({ status: true, data: [own], total: 1, page: 1, per_page: 30, pages: 1 });
    }),
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <MemoryRouter>
          <ReelsPanel />
        </MemoryRouter>
      </MantineProvider>
    </QueryClientProvider>,
  );
  const outline = (await screen.findByText("Loading")).nextElementSibling;
  const row = outline?.firstElementChild;
  release();
  const list = await screen.findByRole("list", { name: "Reels" });
  expect(outline?.className).toBe(list.className);
  expect(row?.className).toBe(list.firstElementChild?.className);
  expect(row?.childElementCount).toBe(list.firstElementChild?.childElementCount);
  expect(screen.queryByText("Loading")).toBeNull();
});
