import { expect, test, vi } from "vitest";
import { api } from "@/api/client";
import { reportView } from "./api";

test("the report of a watched reel outlives the page", async () => {
  const post = vi.spyOn(api, "POST").mockRejectedValue(new Error("offline"));
  await reportView(7, 3_000, false).catch(() => {});
  expect(post).toHaveBeenCalledExactlyOnceWith("/api/v1/userprofessional/reel-view/", {
    keepalive: true,
    body: { reel_id: 7, watched_ms: 3_000, skipped: false },
  });
});
