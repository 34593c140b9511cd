import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { uploadErrorText } from "./uploadErrors";

const t = ((key: string) => key) as unknown as TFunction<"messages">;

test("translates the error codes of uploads", () => {
  expect(uploadErrorText("media.no_encoder", t)).toBe("composer.noEncoder");
  expect(uploadErrorText("media.upload_quota", t)).toBe("composer.uploadQuota");
  expect(uploadErrorText("media.storage_full", t)).toBe("composer.storageFull");
});

test("returns nothing for other codes", () => {
  expect(uploadErrorText("too_many", t)).toBeUndefined();
});
