import { IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Bdi } from "@/ui/Bdi";
import { IconButton } from "@/ui/IconButton";
import type { useGalleryUploads } from "../hooks/useGalleryUploads";
import classes from "./Media.module.css";

/** Files on their way, each with its progress, or its problem. */
export function UploadList({ uploads }: { uploads: ReturnType<typeof useGalleryUploads> }) {
  const { t } = useTranslation("business-store");
  if (uploads.items.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label={t("gallery.uploads")}>
      {uploads.items.map((item) => {
        const { id, file, progress, problem, retryable } = item;
        return (
          <li key={id} className={classes.upload}>
            <div className={classes.uploadWords}>
              <Bdi line>{file.name}</Bdi>
              {problem ? (
                <span className={classes.problem} role="alert">
                  {problem}
                </span>
              ) : (
                <progress
                  className={classes.progress}
                  value={progress}
                  aria-label={t("gallery.uploading", { name: file.name })}
                />
              )}
            </div>
            {retryable && problem && (
              <IconButton
                icon={IconRefresh}
                label={t("gallery.retry", { name: file.name })}
                onClick={() => uploads.retry(item)}
              />
            )}
            <IconButton
              icon={IconX}
              label={t(problem ? "gallery.dismiss" : "gallery.cancel", { name: file.name })}
              onClick={() => uploads.cancel(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
