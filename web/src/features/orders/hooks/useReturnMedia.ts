import { useEffect, useRef, useState } from "react";
import { uploadReturnMedia } from "@/shared/upload/uploadMedia";
import { MEDIA_MAX } from "../returnApi";

export interface ReturnFile {
  /** Number of the file on this screen. */
  key: number;
  name: string;
  kind: "image" | "video";
  /** Local address of the file, for its preview. */
  preview: string;
  /** From 0 to 1. */
  progress: number;
  /** Id on the server. Null: not uploaded yet. */
  id: number | null;
  failed: boolean;
}

/** Pictures and videos that are uploaded while the form is filled in. */
export function useReturnMedia() {
  const [files, setFiles] = useState<readonly ReturnFile[]>([]);
  const uploads = useRef(new Map<number, AbortController>());
  const previews = useRef(new Map<number, string>());
  const next = useRef(0);
  const change = (key: number, changed: Partial<ReturnFile>) =>
    setFiles((before) => before.map((file) => (file.key === key ? { ...file, ...changed } : file)));

  useEffect(() => {
    const running = uploads.current;
    const shown = previews.current;
    return () => {
      for (const upload of running.values()) upload.abort();
      // A preview keeps its file in memory.
      for (const preview of shown.values()) URL.revokeObjectURL(preview);
    };
  }, []);

  const add = (chosen: readonly File[]) => {
    for (const file of chosen.slice(0, MEDIA_MAX - files.length)) {
      const key = next.current++;
      const upload = new AbortController();
      uploads.current.set(key, upload);
      const kind = file.type.startsWith("video/") ? "video" : "image";
      const preview = URL.createObjectURL(file);
      previews.current.set(key, preview);
      setFiles((before) => [
        ...before,
        { key, name: file.name, kind, preview, progress: 0, id: null, failed: false },
      ]);
      uploadReturnMedia(file, (progress) => change(key, { progress }), upload.signal)
        .then(({ id }) => change(key, { id, progress: 1 }))
        .catch(() => {
          if (!upload.signal.aborted) change(key, { failed: true });
        })
        .finally(() => uploads.current.delete(key));
    }
  };
  const remove = (key: number) => {
    uploads.current.get(key)?.abort();
    URL.revokeObjectURL(previews.current.get(key) ?? "");
    previews.current.delete(key);
    setFiles((before) => before.filter((file) => file.key !== key));
  };
  return { files, add, remove };
}
