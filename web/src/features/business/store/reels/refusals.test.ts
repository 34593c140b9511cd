import { readFileSync } from "node:fs";
import path from "node:path";
import type { TFunction } from "i18next";
import { describe, expect, test } from "vitest";
import { ApiError, networkError } from "@/api/errors";
import { SRC } from "@/test/files";
import { CODES, REFUSALS, RefusedVideo, reasonOf, translateRefusal } from "./refusals";

const read = (file: string) => readFileSync(path.join(SRC, file), "utf8");
const source = (files: readonly string[]) => files.map((file) => read(`../../${file}`)).join("\n");

/** Text of a key of this area or of another that it names. Areas group their keys, or write them with dots. */
function textOf(locale: string, key: string): string | undefined {
  const [name = "", area = "business-reels"] = key.split(":").reverse();
  const texts = JSON.parse(read(`locales/${locale}/${area}.json`));
  const [group = "", ...rest] = name.split(".");
  return texts[name] ?? texts[group]?.[rest.join(".")];
}

const t = ((key: string) => textOf("FR", key)) as TFunction<"business-reels">;

/** Commands of uploads and of the own reels. */
const COMMANDS = [
  "api/src/routes/reels/management.rs",
  "api/src/routes/reels/uploads.rs",
  "store/src/reel/error.rs",
  "store/src/reel/management.rs",
  "store/src/reel/publication.rs",
  "store/src/reel/subtitles.rs",
  "store/src/reel/upload.rs",
];
/** They check the videos. */
const ENCODERS = ["api/src/media/recording.rs", "api/src/media/reel_video.rs"];
/** They answer with what the commands cannot know. */
const SHARED = [
  "api/src/auth/permission.rs",
  "api/src/error.rs",
  "api/src/media/upload_quota.rs",
  "store/src/types/language.rs",
];

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

describe("refusals of the server", () => {
  const commands = source(COMMANDS);
  const server = source([...COMMANDS, ...ENCODERS, ...SHARED]);

  test("each code of a command is known", () => {
    const codes = matches(commands, /[Cc]onflict\(\s*"([\w.]+)"/g);
    expect(codes.length).toBeGreaterThan(5);
    expect(codes.filter((code) => !CODES[code])).toEqual([]);
  });

  test("each sentence about a field is known", () => {
    const sentences = [
      ...matches(commands, /(?:Field|field)\("\w+",\s*(?:format!\()?"([^"]+)"/g),
      ...matches(source(["store/src/reel/subtitles.rs"]), /Err\("([^"]+)"\)/g),
      ...matches(source(["api/src/media/reel_video.rs"]), /field\("file", "([^"]+)"\)/g),
    ];
    expect(sentences.length).toBeGreaterThan(20);
    expect(sentences.filter((said) => !REFUSALS[said])).toEqual([]);
  });

  test("each known code and sentence is one of the server", () => {
    const unused = [...Object.keys(CODES), ...Object.keys(REFUSALS)].filter(
      (said) => !server.includes(`"${said}"`),
    );
    expect(unused).toEqual([]);
  });

  test.each(["US", "FR"])("each code and sentence has words in %s", (locale) => {
    const keys = [...Object.values(CODES), ...Object.values(REFUSALS)];
    expect(keys.filter((key) => !textOf(locale, key))).toEqual([]);
  });
});

const refusal = (code: string, message: string, status = 409) => new ApiError({ code, message, status });

test.each([
  ["media.upload_quota", 429, "refusal.quota"],
  ["media.storage_full", 507, "refusal.storage"],
  ["reel.part_differs", 409, "refusal.partDiffers"],
  ["reel.upload_state", 409, "refusal.uploadState"],
])("the code %s has words of its own", (code, status, key) => {
  expect(reasonOf(refusal(code, "Anything.", status), t)).toBe(textOf("FR", key));
});

test("a refused field is told by its sentence", () => {
  const refused = (field: string, said: string) =>
    new ApiError({
      code: "validation",
      message: "Some fields are wrong.",
      status: 422,
      fields: { [field]: [said] },
    });
  const reason = (field: string, said: string) => reasonOf(refused(field, said), t);
  expect(reason("bytes", "A video has at most 500 MB.")).toBe(t("refusal.size"));
  expect(reason("upload_id", "Choose an upload that is ready.")).toBe(t("refusal.notReady"));
  expect(reason("bytes", "This part has 4194304 bytes.")).toBe(t("refusal.part"));
});

test("a stored failure is told by its sentence", () => {
  const full = "The server has no space for more files right now. Please try again later.";
  expect(reasonOf(new RefusedVideo("This file is not a video."), t)).toBe(t("refusal.noVideo"));
  expect(reasonOf(new RefusedVideo(full), t)).toBe(t("refusal.storage"));
  expect(translateRefusal("The video is damaged.", t)).toBe(t("refusal.damaged"));
});

test("an unknown refusal is told as the server said it", () => {
  expect(translateRefusal("Something new.", t)).toBe("Something new.");
  expect(reasonOf(refusal("reel.new", "Something new."), t)).toBe("Something new.");
});

test("a failure of the network has no reason", () => {
  expect(reasonOf(networkError(new Error("off")), t)).toBeUndefined();
});
