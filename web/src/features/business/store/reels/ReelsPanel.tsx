import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RowSkeletons } from "@/ui/Skeletons";
import media from "../components/Media.module.css";
import store from "../components/Store.module.css";
import { useOwnReels, useReelChanges } from "./api";
import { OwnReelRow } from "./OwnReelRow";
import { ReelUploads } from "./ReelUploads";
import { useReelUploads } from "./useReelUploads";

const ReelEditor = lazy(() => import("./ReelEditor").then((file) => ({ default: file.ReelEditor })));

const VIDEO_TYPES = "video/mp4,video/webm,video/quicktime";

/** Reels of the company: uploads, drafts, published ones with their figures. */
export function ReelsPanel() {
  const { t } = useTranslation("business-reels");
  const list = useOwnReels();
  const { create } = useReelChanges();
  const [edited, setEdited] = useState<number | null>(null);
  const make = async (upload: number) => {
    const { data } = await create.mutateAsync(upload);
    setEdited(data.id);
  };
  const uploads = useReelUploads(({ id }) => make(id));
  const reels = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const reel = reels.find(({ id }) => id === edited);
  return (
    <div className={store.panel}>
      <div className={store.head}>
        <p className={store.muted}>{t("limits")}</p>
        <FileButton multiple accept={VIDEO_TYPES} onChange={uploads.add}>
          {(props) => (
            <Button {...props} color="terracotta" leftSection={<Icon of={IconUpload} />}>
              {t("upload.action")}
            </Button>
          )}
        </FileButton>
      </div>
      <ReelUploads uploads={uploads} onMake={(id) => void make(id).catch(() => toast.error(t("notSaved")))} />
      {list.isPending ? (
        <RowSkeletons rows={4} />
      ) : list.isError && reels.length === 0 ? (
        <ErrorState title={t("failed")} onRetry={() => void list.refetch()} />
      ) : reels.length === 0 ? (
        <EmptyState title={t("empty.title")} text={t("empty.text")} />
      ) : (
        <ul className={media.list} aria-label={t("title")}>
          {reels.map((one) => (
            <OwnReelRow key={one.id} reel={one} onEdit={() => setEdited(one.id)} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <InfiniteScroll
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      <Suspense>{reel && <ReelEditor key={reel.id} reel={reel} onClose={() => setEdited(null)} />}</Suspense>
    </div>
  );
}
