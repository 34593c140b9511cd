import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { RefusedVideo } from "./refusals";
import { addVideos, cancelVideo, stopUploads, useUploadQueue } from "./uploadQueue";

const server = vi.hoisted(() => ({
  createReel: vi.fn(),
  deleteUpload: vi.fn(),
  openUploads: { queryKey: ["business-reels", "uploads"], queryFn: async () => [] },
}));
vi.mock("./api", () => server);
const sendVideo = vi.hoisted(() => vi.fn());
vi.mock("./sendVideo", () => ({ sendVideo, interruptedOf: () => undefined }));

const video = (name: string, type = "video/mp4") => new File(["a"], name, { type });
const items = () => useUploadQueue.getState().items;
const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
/** Resolves with the options of the upload that runs. */
const begun = (call: number) =>
  vi.waitFor(() => {
    const options = sendVideo.mock.calls[call]?.[1];
    if (!options) throw new Error("not begun");
    return options;
  });
let queries: QueryClient;

beforeEach(() => {
  vi.resetAllMocks();
  queries = new QueryClient();
  server.deleteUpload.mockResolvedValue(undefined);
});
afterEach(stopUploads);

test("videos go one after the other and become drafts", async () => {
  const finish: ((upload: object) => void)[] = [];
  sendVideo.mockImplementation(() => new Promise((resolve) => finish.push(resolve)));
  server.createReel.mockResolvedValue({ id: 8 });
  addVideos([video("a.mp4"), video("b.mp4"), video("c.txt", "text/plain")], queries);
  await begun(0);
  expect(items().map(({ state }) => state)).toEqual(["sending", "waiting", "failed"]);
  expect(items()[2]?.problem).toBe("kind");
  finish[0]?.({ id: 3, state: "ready" });
  await begun(1);
  expect(server.createReel).toHaveBeenCalledWith(3);
  expect(useUploadQueue.getState().made).toEqual({ id: 8 });
  expect(items()).toHaveLength(2);
});

test("a refused video keeps its reason", async () => {
  sendVideo.mockResolvedValue({ id: 3, state: "failed", failure: "The video is damaged." });
  addVideos([video("a.mp4")], queries);
  await vi.waitFor(() => expect(items()[0]?.state).toBe("failed"));
  expect(items()[0]?.problem).toBeInstanceOf(RefusedVideo);
  expect(items()[0]?.problem).toHaveProperty("message", "The video is damaged.");
  expect(server.createReel).not.toHaveBeenCalled();
});

test("the browser asks before the page is left while parts are sent", async () => {
  sendVideo.mockImplementation(() => new Promise(() => {}));
  addVideos([video("a.mp4")], queries);
  const options = await begun(0);
  expect(leave()).toBe(false);
  options.onProcessing();
  expect(leave()).toBe(true);
});

test("a cancelled upload is deleted, and the next one begins", async () => {
  sendVideo.mockImplementation(
    (_file, { onBegin, signal }) =>
      new Promise((_, reject) => {
        onBegin({ id: 3 });
        signal.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  addVideos([video("a.mp4"), video("b.mp4")], queries);
  await begun(0);
  const [first] = items();
  if (first) await cancelVideo(first, queries);
  expect(server.deleteUpload).toHaveBeenCalledWith(3);
  await begun(1);
  expect(items().map(({ file }) => file.name)).toEqual(["b.mp4"]);
});

test("another account stops the uploads", async () => {
  sendVideo.mockImplementation(() => new Promise(() => {}));
  const user = { id: 4 } as never;
  useAuth.setState({ credentials: { access_token: "a", refresh_token: "b", user } });
  addVideos([video("a.mp4")], queries);
  const { signal } = await begun(0);
  useAuth.setState({ credentials: null });
  expect(signal.aborted).toBe(true);
  expect(items()).toEqual([]);
});
