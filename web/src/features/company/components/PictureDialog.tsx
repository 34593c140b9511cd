import { IconChevronLeft, IconChevronRight, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { inlineSign } from "@/lib/direction";
import type { Picture } from "@/shared/offering/types";
import { sourceSet } from "@/shared/picture/sourceSet";
import { IconButton } from "@/ui/IconButton";
import classes from "./PictureDialog.module.css";

interface PictureDialogProps {
  pictures: readonly (Picture & { caption?: string; kind?: string; poster?: string | null })[];
}

/** Viewer of the picture that `?picture=` names, over the page. Arrows lead to its neighbours. */
export function PictureDialog({ pictures }: PictureDialogProps) {
  const { t } = useTranslation("company");
  const [params, setParams] = useSearchParams();
  const dialog = useRef<HTMLDialogElement>(null);
  const at = pictures.findIndex(({ id }) => String(id) === params.get("picture"));
  const picture = pictures[at];
  const opened = picture !== undefined;
  useEffect(() => {
    const { current } = dialog;
    if (!opened || !current || current.open) return;
    const before = document.activeElement;
    current.showModal();
    return () => {
      current.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [opened]);
  if (!picture) return null;
  const show = (id: number | null) =>
    setParams(
      (now) => {
        if (id === null) now.delete("picture");
        else now.set("picture", String(id));
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  const move = (by: number) => show(pictures[(at + by + pictures.length) % pictures.length]?.id ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const turned = inlineSign();
    if (event.key === "ArrowRight") move(turned);
    if (event.key === "ArrowLeft") move(-turned);
  };
  const position = t("pictures.position", { at: at + 1, count: pictures.length });
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={picture.caption || position}
      onCancel={(event) => {
        event.preventDefault();
        show(null);
      }}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar}>
        <span className={classes.position}>
          {at + 1} / {pictures.length}
        </span>
        <IconButton icon={IconX} label={t("common:action.close")} onClick={() => show(null)} />
      </div>
      <figure className={classes.figure}>
        {picture.kind === "video" ? (
          // biome-ignore lint/a11y/useMediaCaption: the caption stands below the video
          <video
            key={picture.id}
            src={picture.url}
            poster={picture.poster ?? undefined}
            controls
            aria-label={picture.caption || position}
            className={classes.picture}
          />
        ) : (
          <img
            key={picture.id}
            {...sourceSet(picture.url)}
            sizes="100vw"
            alt={picture.caption || position}
            width={picture.width ?? undefined}
            height={picture.height ?? undefined}
            className={classes.picture}
          />
        )}
        {picture.caption && <figcaption>{picture.caption}</figcaption>}
      </figure>
      {pictures.length > 1 && (
        <div className={classes.arrows}>
          <IconButton
            icon={IconChevronLeft}
            label={t("pictures.previous")}
            directed
            variant="default"
            onClick={() => move(-1)}
          />
          <IconButton
            icon={IconChevronRight}
            label={t("pictures.next")}
            directed
            variant="default"
            onClick={() => move(1)}
          />
        </div>
      )}
    </dialog>
  );
}
