import { ActionIcon, CloseButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { sourceSet } from "@/shared/picture/sourceSet";
import { Icon } from "@/ui/Icon";
import type { Media } from "../../model/wire";
import classes from "./Lightbox.module.css";

export interface Picture {
  media: Media;
  /** Send time in Unix milliseconds. */
  at: number;
}

interface LightboxProps {
  picture: Picture;
  onClose: () => void;
}

/** A picture in full. The browser's own modal dialog: Escape closes it, the focus stays inside and then goes back. */
export function Lightbox({ picture, onClose }: LightboxProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    // The browser would take the first, which downloads.
    close.current?.focus();
  }, []);
  const { media, at } = picture;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way; the click is for the pointer beside the picture
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={t("picture.label")}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <figure className={classes.figure}>
        <img
          {...sourceSet(media.url)}
          sizes="100vw"
          alt={t("picture.alt", { when: format.dateTime(at) })}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          className={classes.picture}
        />
        <figcaption className={classes.caption}>{format.dateTime(at)}</figcaption>
      </figure>
      <div className={classes.actions}>
        <ActionIcon
          component="a"
          href={media.url}
          download={media.name ?? ""}
          className={classes.action}
          aria-label={t("picture.download")}
          title={t("picture.download")}
        >
          <Icon of={IconDownload} />
        </ActionIcon>
        <CloseButton
          ref={close}
          className={classes.action}
          size={44}
          aria-label={t("action.close", { ns: "common" })}
          onClick={onClose}
        />
      </div>
    </dialog>
  );
}
