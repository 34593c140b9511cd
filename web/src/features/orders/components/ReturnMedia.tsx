import { Button } from "@mantine/core";
import { IconCamera, IconX } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { LocalPicture } from "@/shared/picture/LocalPicture";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import type { useReturnMedia } from "../hooks/useReturnMedia";
import { MEDIA_MAX } from "../returnApi";
import classes from "./Return.module.css";

/** Choice and previews of pictures and videos. */
export function ReturnMedia({ media }: { media: ReturnType<typeof useReturnMedia> }) {
  const { t } = useTranslation("returns");
  const input = useRef<HTMLInputElement>(null);
  const { files, add, remove } = media;
  return (
    <div className={classes.field}>
      <span className={classes.label}>{t("common:field.withOptional", { label: t("form.media") })}</span>
      <span className={classes.muted}>{t("form.mediaHint", { count: MEDIA_MAX })}</span>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map(({ key, name, kind, preview, progress, id, failed }) => (
            <li key={key} className={classes.file}>
              {kind === "video" ? (
                <video src={preview} muted preload="metadata" aria-label={name} />
              ) : (
                <LocalPicture src={preview} alt={name} />
              )}
              {failed ? (
                <span className={classes.failed} role="alert">
                  {t("form.uploadFailed")}
                </span>
              ) : (
                id === null && (
                  <progress value={progress} max={1} aria-label={t("form.uploading", { name })} />
                )
              )}
              <IconButton icon={IconX} label={t("form.removeFile", { name })} onClick={() => remove(key)} />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/*,video/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        className={classes.add}
        leftSection={<Icon of={IconCamera} />}
        disabled={files.length >= MEDIA_MAX}
        onClick={() => input.current?.click()}
      >
        {t("form.addMedia")}
      </Button>
    </div>
  );
}
