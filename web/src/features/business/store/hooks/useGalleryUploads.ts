import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { randomId } from "@/lib/ids";
import { translateServerError } from "@/shared/forms/serverErrors";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { fileProblem } from "../model/files";

/** File on its way into the gallery. */
export interface Upload {
  id: string;
  file: File;
  /** From 0 to 1. */
  progress: number;
  problem: string | null;
  /** Another try can help. */
  retryable: boolean;
}

/** Uploads several files one after the other, each with its progress. `add` puts an uploaded file into the gallery. */
export function useGalleryUploads(add: (mediaId: number) => Promise<unknown>) {
  const { t } = useTranslation("business-store");
  const { t: tAuth } = useTranslation("auth");
  const [items, setItems] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef(Promise.resolve());
  const change = (id: string, part: Partial<Upload>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const drop = (id: string) => setItems((all) => all.filter((item) => item.id !== id));

  const run = async ({ id, file }: Upload, signal: AbortSignal) => {
    if (signal.aborted) return;
    try {
      const media = await uploadMedia(file, (progress) => change(id, { progress }), signal);
      await add(media.id);
      drop(id);
    } catch (failure) {
      if (signal.aborted) return;
      const known = failure instanceof ApiError ? failure : null;
      const said = known && (Object.values(known.fields)[0]?.[0] ?? known.message);
      const problem = said ? translateServerError(said, tAuth) : t("file.failed");
      change(id, { problem, retryable: known === null || known.transient });
    } finally {
      running.current.delete(id);
    }
  };
  const start = (item: Upload) => {
    const ending = new AbortController();
    running.current.set(item.id, ending);
    queue.current = queue.current.then(() => run(item, ending.signal));
  };
  const upload = (files: readonly File[]) => {
    const added = files.map((file): Upload => {
      const problem = fileProblem(file);
      return {
        id: randomId(),
        file,
        progress: 0,
        problem: problem && t(`file.${problem}`),
        retryable: false,
      };
    });
    setItems((all) => [...all, ...added]);
    for (const item of added) if (!item.problem) start(item);
  };
  const cancel = (id: string) => {
    running.current.get(id)?.abort();
    drop(id);
  };
  const retry = (item: Upload) => {
    change(item.id, { problem: null, progress: 0 });
    start(item);
  };
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const ending of current.values()) ending.abort();
    };
  }, []);
  return { items, upload, cancel, retry };
}
