import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { type GalleryItem, useGallery, useGalleryChanges } from "../api";
import { useGalleryUploads } from "../hooks/useGalleryUploads";
import { GALLERY_MAX } from "../model/files";
import { GalleryGrid } from "./GalleryGrid";
import media from "./Media.module.css";
import classes from "./Store.module.css";
import { UploadButton } from "./UploadButton";
import { UploadList } from "./UploadList";

interface Removed {
  item: GalleryItem;
  position: number;
}

/** Pictures and videos of the public page: upload, order, captions, cover. */
export function GalleryPanel() {
  const { t } = useTranslation("business-store");
  const gallery = useGallery();
  const { add, remove, cover } = useGalleryChanges();
  const uploads = useGalleryUploads((media_id) => add.mutateAsync({ media_id }));
  const [removed, setRemoved] = useState<Removed>();
  /** Number of files that were chosen last and had no room. */
  const [refused, setRefused] = useState(0);
  const failed = (error: Error) => toast.error(t("notSaved"), error);
  if (gallery.isLoadingError)
    return <ErrorState title={t("failed")} onRetry={() => void gallery.refetch()} />;
  if (!gallery.data) return <GallerySkeleton />;
  const items = gallery.data;
  const room = GALLERY_MAX - items.length;
  const take = (item: GalleryItem) =>
    remove.mutate(item.id, {
      onSuccess: () => setRemoved({ item, position: items.indexOf(item) }),
      onError: failed,
    });
  const restore = ({ item, position }: Removed) => {
    setRemoved(undefined);
    add.mutate(
      { media_id: item.id, caption: item.caption, position },
      {
        onSuccess: () => item.is_cover && cover.mutate(item.id),
        onError: failed,
      },
    );
  };
  const choose = (files: readonly File[]) => {
    setRefused(Math.max(0, files.length - room));
    uploads.upload(files.slice(0, room));
  };
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <p className={classes.muted}>
          {t("gallery.limits")} {t("gallery.count", { count: items.length })}
        </p>
        <UploadButton room={room} onChoose={choose} />
      </div>
      {refused > 0 && (
        <p role="alert" className={media.problem}>
          {t("gallery.full", { count: refused, most: GALLERY_MAX })}
        </p>
      )}
      <UploadList uploads={uploads} />
      <div role="status">
        {removed && (
          <p className={media.undo}>
            {t("gallery.removed")}
            <Button variant="subtle" onClick={() => restore(removed)}>
              {t("gallery.undo")}
            </Button>
          </p>
        )}
      </div>
      {items.length === 0 && uploads.items.length === 0 ? (
        <EmptyState title={t("gallery.empty")} text={t("gallery.emptyText")} />
      ) : (
        <GalleryGrid items={items} onRemove={take} />
      )}
    </div>
  );
}

function GallerySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={media.grid} role="status" aria-label={t("state.loading")}>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} height={260} radius="lg" />
      ))}
    </div>
  );
}
