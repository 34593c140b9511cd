import { Button } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import media from "../components/Media.module.css";
import type { useReelUploads } from "./useReelUploads";

interface ReelUploadsProps {
  uploads: ReturnType<typeof useReelUploads>;
  /** Makes a reel of an encoded video. */
  onMake: (upload: number) => void;
}

/** Videos on their way, each with its progress, and those of an earlier visit. */
export function ReelUploads({ uploads, onMake }: ReelUploadsProps) {
  const { t } = useTranslation("business-reels");
  const format = useFormat();
  const { items, interrupted, ready } = uploads;
  if (items.length + interrupted.length + ready.length === 0) return null;
  return (
    <ul className={media.uploads} aria-label={t("upload.list")}>
      {items.map((item) => (
        <li key={item.key} className={media.upload}>
          <div className={media.uploadWords}>
            <Bdi line>{item.file.name}</Bdi>
            {item.problem ? (
              <span className={media.problem} role="alert">
                {item.problem}
              </span>
            ) : (
              <>
                <progress
                  className={media.progress}
                  value={item.state === "processing" ? undefined : item.progress}
                  aria-label={t("upload.progress", { name: item.file.name })}
                />
                <span className={media.muted}>
                  {t(`upload.state.${item.state as "sending"}`, {
                    sent: format.bytes(item.progress * item.file.size),
                    all: format.bytes(item.file.size),
                  })}
                </span>
              </>
            )}
          </div>
          {item.problem && (
            <IconButton
              icon={IconRefresh}
              label={t("upload.retry", { name: item.file.name })}
              onClick={() => uploads.retry(item)}
            />
          )}
          <IconButton
            icon={IconX}
            label={t("upload.cancel", { name: item.file.name })}
            onClick={() => void uploads.cancel(item)}
          />
        </li>
      ))}
      {interrupted.map(({ id, name, parts, received }) => (
        <li key={id} className={media.upload}>
          <div className={media.uploadWords}>
            <Bdi line>{name}</Bdi>
            <progress
              className={media.progress}
              value={received.length / parts}
              aria-label={t("upload.progress", { name })}
            />
            <span className={media.muted}>{t("upload.interrupted")}</span>
          </div>
          <IconButton
            icon={IconX}
            label={t("upload.cancel", { name })}
            onClick={() => void uploads.cancel({ key: "", id })}
          />
        </li>
      ))}
      {ready.map(({ id, name }) => (
        <li key={id} className={media.upload}>
          <div className={media.uploadWords}>
            <Bdi line>{name}</Bdi>
            <span className={media.muted}>{t("upload.ready")}</span>
          </div>
          <Button variant="default" onClick={() => onMake(id)}>
            {t("upload.make")}
          </Button>
          <IconButton
            icon={IconX}
            label={t("upload.cancel", { name })}
            onClick={() => void uploads.cancel({ key: "", id })}
          />
        </li>
      ))}
    </ul>
  );
}
