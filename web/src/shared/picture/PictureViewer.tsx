import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconZoomIn,
  IconZoomOut,
} from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { inlineSign } from "@/lib/direction";
import { sourceSet } from "@/lib/sourceSet";
import { CloseButton } from "@/ui/CloseButton";
import { IconButton } from "@/ui/IconButton";
import classes from "./PictureViewer.module.css";
import { Video } from "./Video";

/** Picture or video of the viewer. */
export interface ViewedPicture {
  id: number;
  url: string;
  width?: number | null;
  height?: number | null;
  /** `video` plays. */
  kind?: string;
  poster?: string | null;
  /** File name of a download. */
  name?: string | null;
}

interface PictureViewerProps {
  /** Name of the dialog. */
  label: string;
  picture: ViewedPicture;
  alt: string;
  /** Words under the picture. */
  caption: ReactNode;
  /** Leads to the picture before. Absent at the first one. */
  onPrevious?: () => void;
  onNext?: () => void;
  /** Offers the original. */
  download?: boolean;
  onClose: () => void;
}

/**
 * A picture in full over the page. It is the browser's own modal dialog: Escape closes it, the focus stays inside and then goes
 * back.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { label, picture, alt, caption, onPrevious, onNext, download = false, onClose } = props;
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const figure = useRef<HTMLElement>(null);
  const [zoomed, setZoomed] = useState<number>();
  const large = zoomed === picture.id;
  const isVideo = picture.kind === "video";
  const zoom = (on: boolean) => setZoomed(on && !isVideo ? picture.id : undefined);
  useEffect(() => {
    const { current } = dialog;
    const before = document.activeElement;
    current?.showModal();
    // The browser would take the first, which downloads.
    close.current?.focus();
    return () => {
      current?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const { current } = figure;
    if (!large || !current) return;
    current.scrollLeft = ((current.scrollWidth - current.clientWidth) / 2) * Math.sign(inlineSign());
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2;
  }, [large]);

  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    const forward = inlineSign() === 1 ? "ArrowRight" : "ArrowLeft";
    const isArrow = key === "ArrowLeft" || key === "ArrowRight";
    // In an enlarged picture the arrows move what is in view, in a video they seek.
    if (isArrow && !large && !(target instanceof HTMLVideoElement))
      (key === forward ? onNext : onPrevious)?.();
    if (key === "+" || key === "-") zoom(key === "+");
  };
  return (
    <dialog
      ref={dialog}
      className={classes.box}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <figure
        className={classes.figure}
        ref={figure}
        data-zoomed={large ? "" : undefined}
        tabIndex={large ? 0 : undefined}
      >
        {isVideo ? (
          <Video
            key={picture.id}
            src={picture.url}
            poster={picture.poster}
            posterWidth={window.innerWidth}
            controls
            aria-label={alt}
            className={classes.picture}
          />
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: so do the keys + and -
          <img
            key={picture.id}
            {...(large ? { src: picture.url } : sourceSet(picture.url))}
            sizes="100vw"
            alt={alt}
            width={picture.width ?? undefined}
            height={picture.height ?? undefined}
            className={classes.picture}
            data-zooms=""
            onClick={() => zoom(!large)}
          />
        )}
      </figure>
      <p className={classes.caption} aria-live="polite">
        {caption}
      </p>
      {onPrevious && (
        <IconButton
          icon={IconChevronLeft}
          directed
          label={t("viewer.previous")}
          className={`${classes.action} ${classes.previous}`}
          onClick={onPrevious}
        />
      )}
      {onNext && (
        <IconButton
          icon={IconChevronRight}
          directed
          label={t("viewer.next")}
          className={`${classes.action} ${classes.next}`}
          onClick={onNext}
        />
      )}
      <div className={classes.actions}>
        {!isVideo && (
          <IconButton
            icon={large ? IconZoomOut : IconZoomIn}
            label={t(large ? "viewer.zoomOut" : "viewer.zoomIn")}
            className={classes.action}
            aria-pressed={large}
            onClick={() => zoom(!large)}
          />
        )}
        {download && (
          <IconButton
            icon={IconDownload}
            href={picture.url}
            download={picture.name ?? ""}
            className={classes.action}
            label={t("viewer.download")}
          />
        )}
        <CloseButton ref={close} className={classes.action} onClick={onClose} />
      </div>
    </dialog>
  );
}
