import { CloseButton, UnstyledButton } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/Icon";
import type { Attachment, Attachments } from "../attachments";
import classes from "./AttachmentStrip.module.css";

/** The pictures that will go with the message, each with how far its upload has come. */
export function AttachmentStrip({ attachments }: { attachments: Attachments }) {
  const { t } = useTranslation("messages");
  if (attachments.items.length === 0) return null;
  return (
    <ul className={classes.strip} aria-label={t("composer.pictures")}>
      {attachments.items.map((item) => (
        <li key={item.id} className={classes.item}>
          <img
            src={item.preview}
            alt={item.name}
            className={classes.picture}
            data-waiting={item.media ? undefined : ""}
          />
          {item.error ? (
            <UnstyledButton
              className={classes.retry}
              aria-label={t("composer.retry", { name: item.name })}
              onClick={() => attachments.retry(item.id)}
            >
              <Icon of={IconRefresh} />
            </UnstyledButton>
          ) : (
            !item.media && <Progress item={item} />
          )}
          <CloseButton
            className={classes.remove}
            size={28}
            radius="xl"
            aria-label={t("composer.remove", { name: item.name })}
            onClick={() => attachments.remove(item.id)}
          />
        </li>
      ))}
      {attachments.items.some(({ error }) => error) && (
        <li className={classes.error} role="alert">
          {t("composer.uploadFailed")}
        </li>
      )}
    </ul>
  );
}

function Progress({ item }: { item: Attachment }) {
  const { t } = useTranslation("messages");
  return (
    <span
      className={classes.progress}
      role="progressbar"
      aria-label={t("composer.uploading", { name: item.name })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(item.progress * 100)}
      style={{ "--part": item.progress } as CSSProperties}
    />
  );
}
