import type { TFunction } from "i18next";

/** Maps error codes of an upload to translation keys. */
const UPLOAD_ERRORS: Readonly<Record<string, string>> = {
  "media.no_encoder": "composer.noEncoder",
  "media.upload_quota": "composer.uploadQuota",
  "media.storage_full": "composer.storageFull",
};

/** Returns the translated reason of a rejected upload. Undefined for other codes. */
export function uploadErrorText(code: string, t: TFunction<"messages">): string | undefined {
  const key = UPLOAD_ERRORS[code];
  return key && t(key);
}
