import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { startI18n } from "@/lib/i18n";
import { aUser } from "@/test/people";
import { ProfileCounters } from "./ProfileCounters";

beforeEach(async () => {
  await startI18n();
  const data = { friends: 1, followers: 3, following: 12, saved: 0, posts: 4, coins: 1_250 };
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => Response.json({ status: true, data })),
  );
});

function show(user = aUser()) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ProfileCounters user={user} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("each number leads to its list", async () => {
  show();
  await screen.findByText("12");
  const links = screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["1friend", "/people"],
    ["3followers", "/people?show=followers"],
    ["12following", "/people?show=following"],
    ["4posts", "/people/7?show=posts"],
    ["0saved", "/favourites"],
    ["1.3Kcoins", "/loyalty"],
  ]);
});

test("a guest has favourites only", async () => {
  show(aUser({ type: "guest" }));
  await screen.findByText("0");
  expect(screen.getAllByRole("link")).toHaveLength(1);
});
