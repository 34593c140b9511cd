import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { chooseTown } from "@/shared/place/chosenTown";
import { chosenTown } from "@/test/towns";
import { readFeed, reelKeys } from "../api";
import { useFeed } from "./useFeed";
import { useFeedPlace } from "./useFeedPlace";

vi.mock("../api", async (original) => ({ ...(await original<object>()), readFeed: vi.fn() }));

const PORTO = chosenTown({
  city: "Porto",
  region: "",
  country: "PT",
  position: { latitude: 41.15, longitude: -8.61 },
});
const feedOf = (...ids: number[]) => ({ reels: ids.map((id) => ({ id, company: { id } })), next: null });

afterEach(() => chooseTown(null));

function Feed() {
  const place = useFeedPlace();
  const { reels } = useFeed(place.first);
  return <p>{`${reels.map(({ id }) => id).join()} at ${place.indexIn(reels)}`}</p>;
}

test("another town leaves the reel in view and ranks the others anew", async () => {
  vi.mocked(readFeed).mockResolvedValue(feedOf(2, 8, 9) as never);
  chooseTown(chosenTown());
  const queries = new QueryClient();
  const router = createMemoryRouter([{ path: "/videos/:reelId", element: <Feed /> }], {
    initialEntries: [{ pathname: "/videos/2", state: { feed: null } }],
  });
  queries.setQueryData(reelKeys.feedNear(null, "Springfield, Illinois"), {
    pages: [feedOf(1, 2, 3)],
    pageParams: [{ cursor: null, position: null }],
  });
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("1,2,3 at 1")).toBeTruthy();
  expect(readFeed).not.toHaveBeenCalled();
  act(() => chooseTown(PORTO));
  expect(await screen.findByText("2,8,9 at 0")).toBeTruthy();
  expect(readFeed).toHaveBeenCalledExactlyOnceWith(2, null, PORTO.position);
});
