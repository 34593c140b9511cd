import { expect, test, vi } from "vitest";
import { setFollowed } from "./setFollowed";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

/** Server that flips its state. */
function serverWith(followed: boolean) {
  let state = followed;
  server.POST.mockReset().mockImplementation(async () => {
    state = !state;
    return { data: { followed: state, follower_count: 1 } };
  });
  return () => state;
}

test.each([
  [false, true, 1],
  [true, true, 2],
  [false, false, 2],
  [true, false, 1],
])("followed %s becomes %s in %d requests", async (before, wanted, requests) => {
  const state = serverWith(before);
  await setFollowed(7, wanted);
  expect(state()).toBe(wanted);
  expect(server.POST).toHaveBeenCalledTimes(requests);
});
