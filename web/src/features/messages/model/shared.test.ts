import { describe, expect, test } from "vitest";
import { message } from "./samples";
import { sharedFiles, sharedLinks } from "./shared";
import type { Media, MediaKind } from "./wire";

const media = (id: number, kind: MediaKind): Media => ({
  id,
  kind,
  url: `/media/${id}`,
  mime: "image/webp",
  name: null,
  width: null,
  height: null,
  bytes: 1,
  placeholder: null,
  duration_ms: null,
  waveform: null,
  poster: null,
});

const listed = (seq: number) => ({
  seq,
  at: "2026-11-20T12:00:00.000Z",
  sender: 1,
  media: media(seq, "image"),
});
const seqs = (files: { seq: number }[]) => files.map(({ seq }) => seq);

describe("shared files", () => {
  test("start with files sent since the list was loaded, once", () => {
    const messages = [
      message(8, 1, { media: [media(8, "image")] }),
      message(9, 1, { media: [media(9, "image"), media(91, "file")] }),
    ];
    expect(seqs(sharedFiles([listed(8), listed(3)], messages, "picture"))).toEqual([9, 8, 3]);
    expect(sharedFiles([], messages, "file").map((one) => one.media.id)).toEqual([91]);
  });

  test("omit files deleted since", () => {
    const messages = [message(8, 1, { deleted: true })];
    expect(seqs(sharedFiles([listed(8), listed(3)], messages, "picture"))).toEqual([3]);
  });
});

describe("shared links", () => {
  test("are unique, newest first, without deleted messages", () => {
    const messages = [
      message(1, 1, { text: "see https://plaza.example/a" }),
      message(2, 1, { text: "https://plaza.example/b and https://plaza.example/a." }),
      message(3, 1, { text: "https://plaza.example/c", deleted: true }),
    ];
    expect(sharedLinks([], messages).map(({ href, seq }) => [href, seq])).toEqual([
      ["https://plaza.example/b", 2],
      ["https://plaza.example/a", 2],
    ]);
  });

  test("combine older links of the server with loaded messages", () => {
    const at = "2026-11-20T12:00:00.000Z";
    const listed = [
      { seq: 8, at, url: "https://plaza.example/edited-away" },
      { seq: 3, at, url: "https://plaza.example/b" },
      { seq: 2, at, url: "https://www.plaza.example/c" },
      { seq: 1, at, url: "https://plaza.example/a" },
    ];
    const messages = [
      message(8, 1, { text: "none any more" }),
      message(9, 1, { text: "https://plaza.example/a" }),
    ];
    expect(sharedLinks(listed, messages).map(({ href, seq }) => [href, seq])).toEqual([
      ["https://plaza.example/a", 9],
      ["https://plaza.example/b", 3],
      ["https://www.plaza.example/c", 2],
    ]);
  });
});
