import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useAuth } from "@/api/auth";
import { ApiError, networkError } from "@/api/errors";
import { announceReachable } from "@/lib/reachable";
import { RefusedVideo } from "./refusals";
import { addVideos, cancelVideo, pauseVideo, resumeVideo, stopUploads, useUploadQueue } from "./uploadQueue";

const server = vi.hoisted(() => ({
  deleteUpload: vi.fn(),
  openUploads: { queryKey: ["business-reels", "uploads"], queryFn: async () => [] },
}));
vi.mock("./api", () => server);
const { sendVideo, makeDraft } = vi.hoisted(() => ({ sendVideo: vi.fn(), makeDraft: vi.fn() }));
vi.mock("./sendVideo", () => ({ sendVideo, makeDraft }));

/** Call of `sendVideo` that a test answers. */
interface Sending {
  name: string;
  id: number | null;
  taken: (number | null)[];
  signal: AbortSignal;
  onUpload: (upload: { id: number }) => void;
  onProgress: (part: number) => void;
  arrive: (upload: { id: number }) => void;
  fail: (failure: Error) => void;
}

const video = (name: string, type = "video/mp4") => new File(["a"], name, { type });
const names = ["a.mp4", "b.mp4", "c.mp4", "d.mp4", "e.mp4"];
const items = () => useUploadQueue.getState().items;
const states = () => items().map(({ state }) => state);
const until = (...expected: string[]) => vi.waitFor(() => expect(states()).toEqual(expected));
const keyOf = (index: number) => items()[index]?.key ?? "";
const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const noNetwork = () => networkError(new TypeError("Failed to fetch"));

const never = () => new Promise<never>(() => {});
let queries: QueryClient;
let calls: Sending[] = [];
/** Returns a call, counted from 0. */
const call = (index: number) =>
  vi.waitFor(() => {
    const found = calls[index];
    if (!found) throw new Error("not begun");
    return found;
  });
const add = (count: number) =>
  addVideos(
    names.slice(0, count).map((name) => video(name)),
    queries,
  );

beforeEach(() => {
  vi.resetAllMocks();
  queries = new QueryClient();
  calls = [];
  server.deleteUpload.mockResolvedValue(undefined);
  makeDraft.mockImplementation(never);
  sendVideo.mockImplementation(
    ({ name }, options) =>
      new Promise((arrive, fail) => {
        calls.push({ ...options, name, arrive, fail });
        options.signal.addEventListener("abort", () => fail(options.signal.reason));
      }),
  );
});
afterEach(stopUploads);

test("the next video is sent while the server prepares the former", async () => {
  add(3);
  (await call(0)).arrive({ id: 3 });
  await until("preparing", "sending", "waiting");
  expect(makeDraft).toHaveBeenCalledWith(3, expect.anything());
  expect(calls.map(({ name }) => name)).toEqual(["a.mp4", "b.mp4"]);
});

test("a prepared video becomes a draft and leaves the queue", async () => {
  makeDraft.mockResolvedValue({ id: 8 });
  addVideos([video("a.mp4"), video("c.txt", "text/plain")], queries);
  expect(states()).toEqual(["sending", "failed"]);
  expect(items()[1]?.problem).toBe("kind");
  (await call(0)).arrive({ id: 3 });
  await until("failed");
  expect(useUploadQueue.getState().made).toEqual({ id: 8 });
});

test("no further video is sent while the server prepares three", async () => {
  const finish: ((made: object) => void)[] = [];
  makeDraft.mockImplementation(() => new Promise((resolve) => finish.push(resolve)));
  add(5);
  for (const index of [0, 1, 2]) (await call(index)).arrive({ id: index });
  await until("preparing", "preparing", "preparing", "waiting", "waiting");
  finish[1]?.({ id: 8 });
  await until("preparing", "preparing", "sending", "waiting");
});

test("a refused video keeps its reason, and the next one goes on", async () => {
  makeDraft.mockRejectedValueOnce(new RefusedVideo("The video is damaged."));
  add(3);
  (await call(0)).arrive({ id: 3 });
  const refusal = new ApiError({ status: 422, code: "media.upload_quota", message: "Too much." });
  (await call(1)).fail(refusal);
  await until("failed", "failed", "sending");
  expect(items()[0]?.problem).toBeInstanceOf(RefusedVideo);
  expect(items()[0]?.problem).toHaveProperty("message", "The video is damaged.");
  expect(items()[1]?.problem).toBe(refusal);
});

test.each([
  ["the network", noNetwork],
  ["the server behind its proxy", () => new ApiError({ status: 502, code: "http.502", message: "" })],
])("a video waits for %s and goes on by itself", async (_missing, failure) => {
  add(2);
  const first = await call(0);
  first.onUpload({ id: 3 });
  first.fail(failure());
  await until("offline", "waiting");
  announceReachable();
  const again = await call(1);
  expect(again).toMatchObject({ name: "a.mp4", id: 3 });
  expect(states()).toEqual(["offline", "waiting"]);
  again.onUpload({ id: 3 });
  expect(states()).toEqual(["sending", "waiting"]);
});

test("a draft is made when the network is back", async () => {
  makeDraft.mockRejectedValueOnce(noNetwork()).mockResolvedValueOnce({ id: 8 });
  add(1);
  (await call(0)).arrive({ id: 3 });
  await until("preparing");
  await vi.waitFor(() => expect(makeDraft).toHaveBeenCalledOnce());
  announceReachable();
  await until();
  expect(useUploadQueue.getState().made).toEqual({ id: 8 });
});

test("a paused upload lets the next one go and continues later", async () => {
  add(2);
  const first = await call(0);
  first.onUpload({ id: 3 });
  first.onProgress(0.5);
  pauseVideo(keyOf(0), queries);
  expect(first.signal.aborted).toBe(true);
  expect(states()).toEqual(["paused", "sending"]);
  const second = await call(1);
  expect(second.taken).toEqual([3]);
  resumeVideo(keyOf(0), queries);
  expect(states()).toEqual(["waiting", "sending"]);
  expect(items()[0]?.progress).toBe(0.5);
  second.arrive({ id: 4 });
  expect(await call(2)).toMatchObject({ name: "a.mp4", id: 3 });
});

test("a video that waits for the network can be paused", async () => {
  add(1);
  (await call(0)).fail(noNetwork());
  await until("offline");
  pauseVideo(keyOf(0), queries);
  announceReachable();
  await Promise.resolve();
  expect(states()).toEqual(["paused"]);
  expect(calls).toHaveLength(1);
});

test("a failed upload is tried again without its problem", async () => {
  add(1);
  (await call(0)).fail(new Error("unreadable"));
  await until("failed");
  resumeVideo(keyOf(0), queries);
  expect(items()[0]).toMatchObject({ state: "sending", problem: null });
});

test("the browser asks before the page is left while parts are unsent", async () => {
  add(1);
  const first = await call(0);
  expect(leave()).toBe(false);
  pauseVideo(keyOf(0), queries);
  expect(leave()).toBe(false);
  resumeVideo(keyOf(0), queries);
  (await call(1)).arrive({ id: 3 });
  await until("preparing");
  expect(first.signal.aborted).toBe(true);
  expect(leave()).toBe(true);
});

test("a cancelled upload is deleted, and the next one begins", async () => {
  add(2);
  (await call(0)).onUpload({ id: 3 });
  const [first] = items();
  if (first) await cancelVideo(first, queries);
  expect(server.deleteUpload).toHaveBeenCalledWith(3);
  await call(1);
  expect(items().map(({ file }) => file.name)).toEqual(["b.mp4"]);
});

test("another account stops the uploads", async () => {
  const user = { id: 4 } as never;
  useAuth.setState({ credentials: { access_token: "a", refresh_token: "b", user } });
  add(1);
  const { signal } = await call(0);
  useAuth.setState({ credentials: null });
  expect(signal.aborted).toBe(true);
  expect(items()).toEqual([]);
});
