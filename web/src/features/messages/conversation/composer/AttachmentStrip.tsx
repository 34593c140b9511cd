import { IconAlertCircle, IconFile, IconRefresh, IconVideo } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { LocalPicture } from "@/shared/picture/LocalPicture";
import { Bdi } from "@/ui/Bdi";
import { CloseButton } from "@/ui/CloseButton";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { LIMITS } from "../../limits";
import { uploadErrorText } from "../../uploadErrors";
import classes from "./AttachmentStrip.module.css";
import type { Attachment, Attachments } from "./useAttachments";

/** Attachments of the next message with their upload progress. */
export function AttachmentStrip({ attachments }: { attachments: Attachments }) {
  const { t } = useTranslation("messages");
  return (
    <ul className={classes.strip} aria-label={t("composer.attachments")}>
      {attachments.items.map((item) => (
        <Item key={item.id} item={item} attachments={attachments} />
      ))}
    </ul>
  );
}

function Item({ item, attachments }: { item: Attachment; attachments: Attachments }) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const hopeless = item.error === "type" || item.error === "size" || item.reason !== undefined;
  const problem = useProblem(item);
  return (
    <li className={classes.item} data-kind={item.kind} data-failed={item.error ? "" : undefined}>
      {item.preview ? (
        <LocalPicture
          src={item.preview}
          alt={item.name}
          className={classes.picture}
          data-waiting={item.media ? undefined : ""}
        />
      ) : (
        <span className={classes.file}>
          <Icon of={item.kind === "video" ? IconVideo : IconFile} size={24} />
          <span className={classes.words}>
            <span className={classes.name}>
              <Bdi line>{item.name}</Bdi>
            </span>
            <span>{format.bytes(item.bytes)}</span>
          </span>
        </span>
      )}
      {item.error && !hopeless && (
        <IconButton
          bare
          icon={IconRefresh}
          className={classes.retry}
          label={t("composer.retry", { name: item.name })}
          onClick={() => attachments.retry(item.id)}
        />
      )}
      {!item.error && !item.media && <Progress item={item} />}
      <CloseButton
        className={classes.remove}
        size={28}
        radius="xl"
        label={t("composer.remove", { name: item.name })}
        onClick={() => attachments.remove(item.id)}
      />
      {problem && (
        <p className={classes.error} role="alert">
          <Icon of={IconAlertCircle} size={16} /> {problem}
        </p>
      )}
    </li>
  );
}

function useProblem({ error, reason, kind, name }: Attachment): string | undefined {
  const { t } = useTranslation("messages");
  const format = useFormat();
  if (!error) return undefined;
  if (error === "type") return t("composer.wrongType", { name });
  if (error === "size") return t("composer.tooBig", { name, limit: format.bytes(LIMITS[kind]) });
  return uploadErrorText(error, t) ?? reason ?? t("composer.uploadFailed");
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
