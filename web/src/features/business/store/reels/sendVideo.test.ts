import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "@/api/errors";
import type { ReelUpload } from "./api";
import { RefusedVideo } from "./refusals";
import { makeDraft, missingParts, sendVideo } from "./sendVideo";

const server = vi.hoisted(() => ({
  beginUpload: vi.fn(),
  sendPart: vi.fn(),
  completeUpload: vi.fn(),
  createReel: vi.fn(),
  readUpload: vi.fn(),
  readUploads: vi.fn(),
}));
vi.mock("./api", () => server);

const upload = (change: Partial<ReelUpload> = {}): ReelUpload => ({
  id: 3,
  name: "a.mp4",
  bytes: 12,
  part_bytes: 4,
  parts: 3,
  received: [],
  state: "receiving",
  failure: null,
  video: null,
  poster: null,
  created_at: "2026-11-22T10:00:00.000Z",
  ...change,
});
/** File whose parts are filled with these bytes. */
const videoOf = (...bytes: number[]) =>
  new File(
    bytes.map((byte) => new Uint8Array(4).fill(byte)),
    "a.mp4",
  );
const file = videoOf(1, 2, 3);
const options = () => ({
  id: null as number | null,
  taken: [] as number[],
  onUpload: vi.fn(),
  onProgress: vi.fn(),
  signal: new AbortController().signal,
});
const refusal = (code: string) => new ApiError({ status: 409, code, message: code });
/** Parts that were sent with their bytes. */
const sentParts = () =>
  server.sendPart.mock.calls.filter(([, , part]) => part.size > 0).map(([id, number]) => [id, number]);

/** Serves interrupted uploads and compares checksums as the server does. */
async function serveInterrupted(from: File, ...uploads: ReelUpload[]) {
  const known = new Map<number, string>();
  server.sendPart.mockImplementation(
    async (_id, number, _part, checksum) => void known.set(number, checksum),
  );
  await sendVideo(from, options());
  vi.clearAllMocks();
  server.readUploads.mockResolvedValue(uploads);
  server.sendPart.mockImplementation(async (id, number, part, checksum) => {
    const has = uploads.find((one) => one.id === id)?.received.includes(number);
    if (has && known.get(number) !== checksum) throw refusal("reel.part_differs");
    if (!has && part.size === 0) throw refusal("fields");
  });
}

beforeEach(() => {
  vi.resetAllMocks();
  server.beginUpload.mockResolvedValue(upload());
  server.completeUpload.mockResolvedValue(upload({ state: "processing" }));
  server.readUploads.mockResolvedValue([]);
});

describe("an upload in parts", () => {
  test("sends each part with its checksum and tells the progress", async () => {
    const told = options();
    expect((await sendVideo(file, told)).state).toBe("processing");
    expect(sentParts()).toEqual([
      [3, 0],
      [3, 1],
      [3, 2],
    ]);
    expect(server.sendPart.mock.calls[0]?.[3]).toMatch(/^[0-9a-f]{64}$/);
    expect(told.onProgress.mock.calls.map(([part]) => Math.round(part * 3))).toEqual([0, 1, 2, 3]);
  });

  test("sends the same checksum without crypto.subtle, as on plain HTTP", async () => {
    await sendVideo(videoOf(0, 0, 0), options());
    vi.stubGlobal("crypto", { ...crypto, subtle: undefined });
    await sendVideo(videoOf(0, 0, 0), options());
    vi.unstubAllGlobals();
    const checksums = server.sendPart.mock.calls.map(([, , , checksum]) => checksum);
    expect(checksums).toHaveLength(6);
    // SHA-256 of four zero bytes.
    expect(new Set(checksums)).toEqual(
      new Set(["df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119"]),
    );
  });

  test("stops when it is cancelled", async () => {
    const ending = new AbortController();
    server.sendPart.mockImplementationOnce(async () => ending.abort());
    await expect(sendVideo(file, { ...options(), signal: ending.signal })).rejects.toThrow();
    expect(server.sendPart).toHaveBeenCalledTimes(1);
    expect(server.completeUpload).not.toHaveBeenCalled();
  });

  test("lists the parts that are missing", () => {
    expect(missingParts(upload({ received: [1] }))).toEqual([0, 2]);
  });
});

describe("an interrupted upload", () => {
  test("continues with the missing parts of the same file", async () => {
    await serveInterrupted(file, upload({ id: 5, received: [0, 2] }));
    await sendVideo(file, options());
    expect(server.beginUpload).not.toHaveBeenCalled();
    expect(sentParts()).toEqual([[5, 1]]);
    expect(server.completeUpload).toHaveBeenCalledWith(5);
  });

  test.each([
    ["first", videoOf(9, 2, 3)],
    ["last", videoOf(1, 9, 3)],
  ])("is left alone if the %s known part of the file differs", async (_part, other) => {
    await serveInterrupted(file, upload({ id: 5, received: [0, 1] }));
    await sendVideo(other, options());
    expect(server.beginUpload).toHaveBeenCalledWith("a.mp4", 12);
    expect(sentParts().map(([id]) => id)).toEqual([3, 3, 3]);
  });

  test("is found among others of the same name and size", async () => {
    const alike = [upload({ id: 4, bytes: 13 }), upload({ id: 5, state: "ready" }), upload({ id: 6 })];
    await serveInterrupted(file, ...alike, upload({ id: 7 }));
    await sendVideo(file, { ...options(), taken: [6] });
    expect(server.completeUpload).toHaveBeenCalledWith(7);
  });

  test("of the same video is read again by its id", async () => {
    server.readUpload.mockResolvedValue(upload({ id: 8, received: [0] }));
    await sendVideo(file, { ...options(), id: 8 });
    expect(server.readUploads).not.toHaveBeenCalled();
    expect(sentParts()).toEqual([
      [8, 1],
      [8, 2],
    ]);
  });

  test("whose completion was not answered is not sent again", async () => {
    server.readUpload.mockResolvedValue(upload({ id: 8, state: "processing" }));
    expect((await sendVideo(file, { ...options(), id: 8 })).id).toBe(8);
    expect(server.sendPart).not.toHaveBeenCalled();
  });

  test("that was deleted begins again", async () => {
    server.readUpload.mockRejectedValue(refusal("not_found"));
    await sendVideo(file, { ...options(), id: 8 });
    expect(sentParts().map(([id]) => id)).toEqual([3, 3, 3]);
  });
});

describe("a draft", () => {
  const { signal } = new AbortController();

  test("is made once the video is encoded", async () => {
    vi.useFakeTimers();
    server.readUpload.mockResolvedValueOnce(upload({ state: "processing" }));
    server.readUpload.mockResolvedValueOnce(upload({ state: "ready" }));
    server.createReel.mockResolvedValue({ id: 8 });
    const made = makeDraft(3, signal);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect(await made).toEqual({ id: 8 });
    expect(server.createReel).toHaveBeenCalledWith(3);
  });

  test("is not made twice", async () => {
    server.readUpload.mockResolvedValue(upload({ state: "used" }));
    expect(await makeDraft(3, signal)).toBeNull();
    expect(server.createReel).not.toHaveBeenCalled();
  });

  test("of a video that a fault of the server stopped can be tried again", async () => {
    server.readUpload.mockResolvedValue(upload({ received: [0, 1, 2] }));
    const failure = await makeDraft(3, signal).catch((error) => error);
    expect(failure).not.toBeInstanceOf(RefusedVideo);
    expect(server.createReel).not.toHaveBeenCalled();
    await sendVideo(file, { ...options(), id: 3 });
    expect(sentParts()).toEqual([]);
    expect(server.completeUpload).toHaveBeenCalledWith(3);
  });

  test("of a refused video fails with its reason", async () => {
    server.readUpload.mockResolvedValue(upload({ state: "failed", failure: "The video is damaged." }));
    const failure = await makeDraft(3, signal).catch((error) => error);
    expect(failure).toBeInstanceOf(RefusedVideo);
    expect(failure.message).toBe("The video is damaged.");
  });
});
