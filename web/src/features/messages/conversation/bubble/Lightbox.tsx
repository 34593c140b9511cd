import { ActionIcon, CloseButton } from "@mantine/core";
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { sourceSet } from "@/shared/picture/sourceSet";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { useSharedFiles } from "../../info/useSharedFiles";
import { type ChatState, personOf } from "../../model/chat";
import type { Media } from "../../model/wire";
import classes from "./Lightbox.module.css";

export interface Picture {
  media: Media;
  /** Send time in Unix milliseconds. */
  at: number;
}

interface LightboxProps {
  state: ChatState;
  /** The picture that was opened. */
  picture: Picture;
  onClose: () => void;
}

/** Older pictures are read before the last loaded one is reached. */
const AHEAD = 3;

/**
 * The pictures of a chat in full, from the one that was opened. The browser's own modal dialog: Escape closes it, the focus
 * stays inside and then goes back.
 */
export function Lightbox({ state, picture: opened, onClose }: LightboxProps) {
  const { t } = useTranslation("messages");
  const format = useFormat();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const figure = useRef<HTMLElement>(null);
  const [shown, setShown] = useState(opened.media.id);
  const [zoomed, setZoomed] = useState(false);
  const { pages, files } = useSharedFiles(state, "picture");
  useEffect(() => {
    dialog.current?.showModal();
    // The browser would take the first, which downloads.
    close.current?.focus();
  }, []);
  const at = files.findIndex(({ media }) => media.id === shown);
  const file = files[at];
  const { media } = file ?? opened;
  const sent = file ? Date.parse(file.at) : opened.at;
  const sender = file && personOf(state, file.sender);
  const more = pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError;
  useEffect(() => {
    if (more && at >= files.length - AHEAD) void pages.fetchNextPage();
  }, [more, at, files.length, pages.fetchNextPage]);
  useEffect(() => {
    const { current } = figure;
    if (!zoomed || !current) return;
    current.scrollLeft = ((current.scrollWidth - current.clientWidth) / 2) * Math.sign(inlineSign());
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2;
  }, [zoomed]);

  const older = files[at + 1];
  const newer = at > 0 ? files[at - 1] : undefined;
  const show = (next: typeof older) => {
    if (!next) return;
    setZoomed(false);
    setShown(next.media.id);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const forward = inlineSign() === 1 ? "ArrowRight" : "ArrowLeft";
    // In an enlarged picture the arrows move what is in view.
    if (!zoomed && (key === "ArrowLeft" || key === "ArrowRight")) show(key === forward ? newer : older);
    if (key === "+" || key === "-") setZoomed(key === "+");
  };
  return (
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={t("picture.label")}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <figure
        className={classes.figure}
        ref={figure}
        data-zoomed={zoomed ? "" : undefined}
        tabIndex={zoomed ? 0 : undefined}
      >
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: so do the keys + and - */}
        <img
          key={media.id}
          {...(zoomed ? { src: media.url } : sourceSet(media.url))}
          sizes="100vw"
          alt={t("picture.alt", { when: format.dateTime(sent) })}
          width={media.width ?? undefined}
          height={media.height ?? undefined}
          className={classes.picture}
          onClick={() => setZoomed(!zoomed)}
        />
      </figure>
      <p className={classes.caption} aria-live="polite">
        {sender && <strong>{displayName(sender)}</strong>}
        <span>{format.dateTime(sent)}</span>
        {files.length > 1 && at >= 0 && (
          <span className={classes.count}>
            {t(pages.hasNextPage ? "picture.countMore" : "picture.count", {
              position: at + 1,
              total: files.length,
            })}
          </span>
        )}
      </p>
      {older && (
        <IconButton
          icon={IconChevronLeft}
          directed
          label={t("picture.older")}
          className={`${classes.action} ${classes.older}`}
          onClick={() => show(older)}
        />
      )}
      {newer && (
        <IconButton
          icon={IconChevronRight}
          directed
          label={t("picture.newer")}
          className={`${classes.action} ${classes.newer}`}
          onClick={() => show(newer)}
        />
      )}
      <div className={classes.actions}>
        <IconButton
          icon={zoomed ? IconZoomOut : IconZoomIn}
          label={t(zoomed ? "picture.zoomOut" : "picture.zoomIn")}
          className={classes.action}
          aria-pressed={zoomed}
          onClick={() => setZoomed(!zoomed)}
        />
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
