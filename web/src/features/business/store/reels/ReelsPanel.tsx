import { Button, FileButton } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import store from "../components/Store.module.css";
import { type OwnReel, useOwnReels, useReelChanges } from "./api";
import { OwnReelList } from "./OwnReelList";
import { OwnReelSkeletons } from "./OwnReelSkeletons";
import classes from "./Reels.module.css";
import { ReelUploads } from "./ReelUploads";
import { reasonOf } from "./refusals";
import { useUploadQueue } from "./uploadQueue";
import { useReelUploads } from "./useReelUploads";

const ReelEditor = lazyPart(() => import("./ReelEditor").then((file) => file.ReelEditor));

const VIDEO_TYPES = "video/mp4,video/webm,video/quicktime";

/** States that the list can be limited to. The video of a removed reel is deleted. */
const STATES = ["published", "draft", "scheduled", "hidden"] as const;

/** Reels of the company: uploads, drafts, published ones with their figures. */
export function ReelsPanel() {
  const { t } = useTranslation("business-reels");
  const [search, setSearch] = useSearchParams();
  const state = STATES.find((one) => one === search.get("state"));
  const list = useOwnReels(state);
  const { create } = useReelChanges();
  const [edited, setEdited] = useState<OwnReel | null>(null);
  const uploads = useReelUploads();
  useMadeReel((made) => setEdited((now) => now ?? made));
  const reels = list.data?.pages.flatMap(({ items }) => items) ?? [];
  // The list has the newest version, and not each reel.
  const reel = reels.find(({ id }) => id === edited?.id) ?? edited;
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
      <ReelUploads
        uploads={uploads}
        onMake={(id) =>
          create.mutate(id, {
            onSuccess: setEdited,
            onError: (error) => toast.error(reasonOf(error, t) ?? t("notSaved"), error),
          })
        }
      />
      <SelectField
        className={classes.filter}
        label={t("filter.label")}
        data={[
          { value: "", label: t("filter.all") },
          ...STATES.map((value) => ({ value, label: t(`state.${value}`) })),
        ]}
        value={state ?? ""}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setSearch(value ? { state: value } : {}, { replace: true, preventScrollReset: true });
        }}
      />
      {list.isPending ? (
        <OwnReelSkeletons />
      ) : list.isError && reels.length === 0 ? (
        <ErrorState title={t("failed")} onRetry={() => void list.refetch()} />
      ) : reels.length > 0 ? (
        <OwnReelList reels={reels} onEdit={setEdited} />
      ) : state ? (
        <EmptyState title={t("filter.none")} />
      ) : (
        <EmptyState title={t("empty.title")} text={t("empty.text")} />
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

/** Calls back with each draft that an upload becomes while the panel is open. */
function useMadeReel(onMade: (reel: OwnReel) => void) {
  const made = useUploadQueue((queue) => queue.made);
  const known = useRef(made);
  const latest = useRef(onMade);
  latest.current = onMade;
  useEffect(() => {
    if (made === known.current) return;
    known.current = made;
    if (made) latest.current(made);
  }, [made]);
}
