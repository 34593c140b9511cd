import { IconArrowLeft, IconArrowRight, IconStar, IconStarFilled, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { Picture } from "@/shared/picture/Picture";
import { Video } from "@/shared/picture/Video";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { type GalleryItem, useGalleryChanges } from "../api";
import { CAPTION_MAX } from "../model/files";
import classes from "./Media.module.css";

interface GalleryTileProps {
  item: GalleryItem;
  number: number;
  count: number;
  onMove: (step: 1 | -1, button: string) => void;
  onRemove: () => void;
}

/** Picture or video with its caption and its controls. */
export function GalleryTile({ item, number, count, onMove, onRemove }: GalleryTileProps) {
  const { t } = useTranslation("business-store");
  const { cover } = useGalleryChanges();
  const name = item.caption || t("gallery.one", { number });
  const [earlier, later] = [`earlier-${item.id}`, `later-${item.id}`];
  return (
    <>
      <div className={classes.shot}>
        {item.kind === "video" ? (
          <Video
            controls
            preload="none"
            poster={item.poster}
            posterWidth={280}
            src={item.url}
            aria-label={name}
          />
        ) : (
          <Picture picture={item} alt={name} sizes="(min-width: 48em) 280px, 92vw" ratio="4 / 3" />
        )}
        {item.is_cover && <span className={classes.chip}>{t("gallery.isCover")}</span>}
      </div>
      <CaptionField item={item} number={number} />
      <div className={classes.tools}>
        <IconButton
          icon={IconArrowLeft}
          directed
          data-move={earlier}
          label={t("gallery.earlier", { name })}
          aria-disabled={number === 1}
          onClick={() => onMove(-1, earlier)}
        />
        <IconButton
          icon={IconArrowRight}
          directed
          data-move={later}
          label={t("gallery.later", { name })}
          aria-disabled={number === count}
          onClick={() => onMove(1, later)}
        />
        {item.kind === "image" && (
          <IconButton
            icon={item.is_cover ? IconStarFilled : IconStar}
            label={t("gallery.cover", { name })}
            aria-pressed={item.is_cover}
            onClick={() =>
              item.is_cover ||
              cover.mutate(item.id, { onError: (error) => toast.error(t("notSaved"), error) })
            }
          />
        )}
        <IconButton icon={IconTrash} color="brick" label={t("gallery.remove", { name })} onClick={onRemove} />
      </div>
    </>
  );
}

/** Caption, saved when the field is left. */
function CaptionField({ item, number }: { item: GalleryItem; number: number }) {
  const { t } = useTranslation("business-store");
  const { caption } = useGalleryChanges();
  const save = (text: string) => {
    if (text.trim() === item.caption) return;
    caption.mutate({ id: item.id, caption: text }, { onError: (error) => toast.error(t("notSaved"), error) });
  };
  return (
    <TextField
      key={item.caption}
      aria-label={t("gallery.caption", { number })}
      placeholder={t("gallery.captionPlaceholder")}
      maxLength={CAPTION_MAX}
      defaultValue={item.caption}
      onBlur={(event) => save(event.currentTarget.value)}
      onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
    />
  );
}
