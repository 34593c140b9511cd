import { expect, test, vi } from "vitest";
import { setFollowed } from "./setFollowed";

const server = vi.hoisted(() => ({ POST: vi.fn() }));
vi.mock("@/api/client", () => ({ api: server, unwrap: (call: unknown) => call }));

test.each([true, false])("the server is told once that the company is followed: %s", async (followed) => {
  server.POST.mockReset().mockResolvedValue({ data: { followed, follower_count: 1 } });
  await setFollowed(7, followed);
  expect(server.POST).toHaveBeenCalledExactlyOnceWith(
    "/api/v1/users/company/follow-toggle/",
    expect.objectContaining({ params: { query: { company_id: 7, followed } } }),
  );
});
