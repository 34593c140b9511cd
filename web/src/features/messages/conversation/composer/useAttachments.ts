import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { useFormat } from "@/lib/format";
import { randomId } from "@/lib/ids";
import { toast } from "@/lib/toasts";
import { uploadMedia } from "@/shared/upload/uploadMedia";
import { fileErrorOf, kindOf } from "../../limits";
import type { Media, MediaKind } from "../../model/wire";

/** Something that was picked and is on its way to the server, before it is sent. */
export interface Attachment {
  id: string;
  name: string;
  kind: MediaKind;
  bytes: number;
  /** An object URL of a picture itself; others show their name. */
  preview: string | undefined;
  file: File;
  progress: number;
  media: Media | undefined;
  /** `type` and `size` were known before the upload, and another try would not help. */
  error: string | undefined;
  /** Error message of the server. */
  reason: string | undefined;
}

/** As many as the server takes in a message. */
export const MAX_ATTACHMENTS = 10;

export interface Attachments {
  items: readonly Attachment[];
  uploading: boolean;
  add(files: Iterable<File>): void;
  retry(id: string): void;
  remove(id: string): void;
  /** Takes what is uploaded, for a message, and leaves the rest. */
  take(): Media[];
}

function attachment(file: File): Attachment {
  const kind = kindOf(file) ?? "file";
  return {
    id: randomId(),
    name: file.name,
    kind,
    bytes: file.size,
    preview: kind === "image" ? URL.createObjectURL(file) : undefined,
    file,
    progress: 0,
    media: undefined,
    error: fileErrorOf(file),
    reason: undefined,
  };
}

export function useAttachments(): Attachments {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const [items, setItems] = useState<readonly Attachment[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  const current = useRef(items);
  current.current = items;

  const change = useCallback((id: string, part: Partial<Attachment>) => {
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  }, []);

  const upload = useCallback(
    async ({ id, file }: Attachment) => {
      const ending = new AbortController();
      uploads.current.set(id, ending);
      try {
        const media = await uploadMedia(file, (progress) => change(id, { progress }), ending.signal);
        change(id, { media, progress: 1 });
      } catch (failure) {
        if (ending.signal.aborted) return;
        const refused = failure instanceof ApiError && !failure.transient;
        change(id, {
          error: failure instanceof ApiError ? failure.code : "network",
          reason: refused ? (failure.fields.file?.[0] ?? failure.message) : undefined,
        });
      } finally {
        uploads.current.delete(id);
      }
    },
    [change],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      const picked = [...files];
      const room = MAX_ATTACHMENTS - current.current.length;
      const added = picked.slice(0, Math.max(0, room)).map(attachment);
      const dropped = picked.length - added.length;
      if (dropped > 0) {
        const [shown, limit] = [format.number(dropped), format.number(MAX_ATTACHMENTS)];
        toast.warning(t("composer.notAdded", { shown, limit }));
      }
      setItems((all) => [...all, ...added]);
      for (const item of added) if (!item.error) void upload(item);
    },
    [upload, format, t],
  );

  const retry = useCallback(
    (id: string) => {
      const item = current.current.find((one) => one.id === id);
      if (!item) return;
      change(id, { error: undefined, reason: undefined, progress: 0 });
      void upload(item);
    },
    [change, upload],
  );

  const forget = useCallback((ids: readonly string[]) => {
    for (const item of current.current) {
      if (!ids.includes(item.id)) continue;
      uploads.current.get(item.id)?.abort();
      if (item.preview) URL.revokeObjectURL(item.preview);
    }
    setItems((all) => all.filter((item) => !ids.includes(item.id)));
  }, []);

  const take = useCallback(() => {
    const ready = current.current.filter((item) => item.media !== undefined);
    forget(ready.map(({ id }) => id));
    return ready.flatMap(({ media }) => media ?? []);
  }, [forget]);

  useEffect(
    () => () => {
      for (const ending of uploads.current.values()) ending.abort();
      for (const { preview } of current.current) if (preview) URL.revokeObjectURL(preview);
    },
    [],
  );

  return {
    items,
    uploading: items.some(({ media, error }) => media === undefined && error === undefined),
    add,
    retry,
    remove: useCallback((id: string) => forget([id]), [forget]),
    take,
  };
}
