import { readFileSync } from "node:fs";
import path from "node:path";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { ApiError, networkError } from "@/api/errors";
import { SRC } from "@/test/files";
import { REFUSALS, RefusedVideo, reasonOf, translateRefusal } from "./refusals";

const texts = JSON.parse(readFileSync(path.join(SRC, "locales/FR/business-reels.json"), "utf8"));
const t = ((key: string) => texts.refusal[key.replace("refusal.", "")]) as TFunction<"business-reels">;

const SOURCES = [
  "api/src/media/mod.rs",
  "api/src/media/recording.rs",
  "api/src/media/reel_video.rs",
  "store/src/reel/management.rs",
  "store/src/reel/publication.rs",
  "store/src/reel/subtitles.rs",
  "store/src/reel/upload.rs",
];

test("each known sentence is one of the server, and has a text", () => {
  const server = SOURCES.map((file) => readFileSync(path.join(SRC, "../..", file), "utf8")).join();
  expect(Object.keys(REFUSALS).filter((said) => !server.includes(`"${said}"`))).toEqual([]);
  expect(Object.values(REFUSALS).filter((key) => !texts.refusal[key])).toEqual([]);
});

test("a reason is translated, or told as the server said it", () => {
  expect(translateRefusal("The video is damaged.", t)).toBe(texts.refusal.damaged);
  expect(translateRefusal("Something new.", t)).toBe("Something new.");
  expect(reasonOf(new RefusedVideo("This file is not a video."), t)).toBe(texts.refusal.noVideo);
  const refused = new ApiError({
    code: "validation",
    message: "Some fields are wrong.",
    status: 422,
    fields: { bytes: ["A video has at most 500 MB."] },
  });
  expect(reasonOf(refused, t)).toBe(texts.refusal.size);
  expect(reasonOf(networkError(new Error("off")), t)).toBeUndefined();
});
