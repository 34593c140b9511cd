import { IconArrowRight, IconBookmarkOff, IconDots } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { CompanyCard } from "@/shared/company-card/CompanyCard";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { favouriteKeys, saveFavourite } from "@/shared/favourites/api";
import { SaveSheet } from "@/shared/favourites/SaveSheet";
import type { FavouriteItem, FavouriteKind } from "@/shared/favourites/types";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { OfferingCard } from "@/shared/offering/OfferingCard";
import { showReelFolder } from "@/shared/reels/feeds";
import { ReelTile } from "@/shared/reels/ReelTile";
import { ErrorState } from "@/ui/ErrorState";
import { MenuItem } from "@/ui/menu/ContextMenu";
import { MenuButton } from "@/ui/menu/MenuButton";
import { Sheet } from "@/ui/Sheet";
import { useFolderItems } from "../hooks/useFolderItems";
import classes from "./Favourites.module.css";
import { FolderSkeleton } from "./FolderSkeleton";

interface FolderItemsProps {
  folder: number;
  kind: FavouriteKind;
}

/** Items of one kind in a folder, to open, move and remove. */
export function FolderItems({ folder, kind }: FolderItemsProps) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const [moved, setMoved] = useState<FavouriteItem | null>(null);
  const list = useFolderItems(folder, kind);
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (list.isPending) return <FolderSkeleton kind={kind} />;
  if (list.isError && items.length === 0) {
    return <ErrorState title={t("folder.failed")} onRetry={() => void list.refetch()} />;
  }
  if (items.length === 0) {
    return <EmptyState title={t("folder.empty")} text={t(`folder.emptyText.${kind}`)} />;
  }
  return (
    <>
      <ul className={kind === "reel" ? classes.reels : classes.offerings} aria-label={t(`tab.${kind}`)}>
        {items.map((item) => (
          <li key={item.id} className={classes.item}>
            {item.reel ? (
              <ReelTile reel={item.reel} />
            ) : item.offering ? (
              <OfferingCard offering={item.offering} withCompany saveable={false} />
            ) : item.company ? (
              <CompanyCard company={item.company} saveable={false} />
            ) : (
              <p className={classes.gone}>{t("item.gone")}</p>
            )}
            <ItemMenu item={item} folder={folder} onMove={() => setMoved(item)} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <InfiniteScroll
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      <Sheet opened={moved !== null} onClose={() => setMoved(null)} title={t("item.move")}>
        {moved && (
          <SaveSheet
            kind={kind}
            id={moved.id}
            folder={folder}
            onChange={(to) => kind === "reel" && showReelFolder(queries, moved.id, to)}
            onDone={() => setMoved(null)}
          />
        )}
      </Sheet>
    </>
  );
}

interface ItemMenuProps {
  item: FavouriteItem;
  /** Folder that holds it. */
  folder: number;
  onMove: () => void;
}

function ItemMenu({ item, folder, onMove }: ItemMenuProps) {
  const { t } = useTranslation("favourites");
  const queries = useQueryClient();
  const showFolder = (to: number | null) => {
    if (item.kind === "reel") showReelFolder(queries, item.id, to);
  };
  const removing = useMutation({
    mutationFn: () => saveFavourite(item.kind, item.id, null),
    onMutate: () => showFolder(null),
    onSuccess: () => toast.success(t("save.removed")),
    onError(error) {
      showFolder(folder);
      toast.error(t("save.failed"), error, () => removing.mutate());
    },
    onSettled: () => queries.invalidateQueries({ queryKey: favouriteKeys.all }),
  });
  const name =
    item.offering?.name ??
    item.company?.name ??
    (item.reel && t("item.reel", { company: item.reel.company.name }));
  return (
    <MenuButton
      className={classes.menu}
      label={t("item.actions", { name: name ?? t("item.gone") })}
      icon={IconDots}
      variant="transparent"
    >
      {(close) => (
        <>
          {(item.reel || item.offering || item.company) && (
            <MenuItem
              icon={IconArrowRight}
              onClick={() => {
                close();
                onMove();
              }}
            >
              {t("item.move")}
            </MenuItem>
          )}
          <MenuItem
            icon={IconBookmarkOff}
            danger
            onClick={() => {
              close();
              removing.mutate();
            }}
          >
            {t("item.remove")}
          </MenuItem>
        </>
      )}
    </MenuButton>
  );
}
