import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ReelUpload } from "./api";
import { interruptedOf, missingParts, sendVideo } from "./sendVideo";

const server = vi.hoisted(() => ({
  beginUpload: vi.fn(),
  sendPart: vi.fn(),
  completeUpload: vi.fn(),
  readUpload: vi.fn(),
}));
vi.mock("./api", () => server);

const upload = (change: Partial<ReelUpload> = {}): ReelUpload => ({
  id: 3,
  name: "a.mp4",
  bytes: 10,
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
const file = {
  name: "a.mp4",
  size: 10,
  slice: () => ({ arrayBuffer: async () => Buffer.alloc(4) }),
} as unknown as File;
const options = () => ({
  open: undefined as ReelUpload | undefined,
  onBegin: vi.fn(),
  onProgress: vi.fn(),
  onProcessing: vi.fn(),
  signal: new AbortController().signal,
});

beforeEach(() => {
  vi.clearAllMocks();
  server.beginUpload.mockResolvedValue(upload());
  server.completeUpload.mockResolvedValue(upload({ state: "ready" }));
});

describe("an upload in parts", () => {
  test("sends each part with its checksum and tells the progress", async () => {
    const told = options();
    expect((await sendVideo(file, told)).state).toBe("ready");
    expect(server.sendPart.mock.calls.map(([, number]) => number)).toEqual([0, 1, 2]);
    expect(server.sendPart.mock.calls[0]?.[3]).toMatch(/^[0-9a-f]{64}$/);
    expect(told.onProgress.mock.calls.map(([part]) => Math.round(part * 3))).toEqual([0, 1, 2, 3]);
  });

  test("sends the same checksum without crypto.subtle, as on plain HTTP", async () => {
    await sendVideo(file, options());
    vi.stubGlobal("crypto", { ...crypto, subtle: undefined });
    await sendVideo(file, options());
    vi.unstubAllGlobals();
    const checksums = server.sendPart.mock.calls.map(([, , , checksum]) => checksum);
    expect(checksums).toHaveLength(6);
    // SHA-256 of four zero bytes.
    expect(new Set(checksums)).toEqual(
      new Set(["df3f619804a92fdb4057192dc43dd748ea778adc52bc498ce80524c014b81119"]),
    );
  });

  test("continues an interrupted upload with the missing parts", async () => {
    await sendVideo(file, { ...options(), open: upload({ received: [0, 2] }) });
    expect(server.beginUpload).not.toHaveBeenCalled();
    expect(server.sendPart.mock.calls.map(([, number]) => number)).toEqual([1]);
  });

  test("stops when it is cancelled", async () => {
    const ending = new AbortController();
    server.sendPart.mockImplementationOnce(async () => ending.abort());
    await expect(sendVideo(file, { ...options(), signal: ending.signal })).rejects.toThrow();
    expect(server.sendPart).toHaveBeenCalledTimes(1);
    expect(server.completeUpload).not.toHaveBeenCalled();
  });

  test("finds the upload of the same file", () => {
    const known = [upload({ id: 1, bytes: 11 }), upload({ id: 2, state: "ready" }), upload({ id: 3 })];
    expect(interruptedOf({ name: "a.mp4", size: 10 }, known)?.id).toBe(3);
    expect(missingParts(upload({ received: [1] }))).toEqual([0, 2]);
  });
});
