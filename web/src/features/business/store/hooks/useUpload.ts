import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { translateServerError } from "@/shared/forms/serverErrors";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { fileProblem } from "../model/files";
import type { PictureValue } from "../model/storeForm";

/** Media of a finished upload, or its problem. A cancelled upload has neither. */
export interface UploadResult {
  media?: PictureValue;
  problem?: string;
}

/** Uploads one file at a time, with its progress from 0 to 1. Leaving the screen cancels it. */
export function useUpload() {
  const { t } = useTranslation("business-store");
  const { t: tAuth } = useTranslation("auth");
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const upload = async (file: File): Promise<UploadResult> => {
    const problem = fileProblem(file);
    if (problem) return { problem: t(`file.${problem}`) };
    const ending = new AbortController();
    running.current = ending;
    setProgress(0);
    try {
      const { id, url, width, height, placeholder } = await uploadMedia(file, setProgress, ending.signal);
      return { media: { id, url, width, height, placeholder } };
    } catch (failure) {
      if (ending.signal.aborted) return {};
      const said = failure instanceof ApiError && (failure.fields.file?.[0] ?? failure.message);
      return { problem: said ? translateServerError(said, tAuth) : t("file.failed") };
    } finally {
      setProgress(null);
    }
  };
  return { upload, progress, cancel: () => running.current?.abort() };
}
