import { Button } from "@mantine/core";
import { IconListCheck, IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { createFolder, favouriteKeys, readFolders } from "@/shared/favourites/api";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./components/Favourites.module.css";
import { FolderList } from "./components/FolderList";
import { FriendsFavourites } from "./components/FriendsFavourites";
import { NameSheet } from "./components/NameSheet";
import { SelectionBar } from "./components/SelectionBar";

/** `/favourites`: folders of the account with pictures of their newest items. */
export function FavouritesScreen() {
  const { t } = useTranslation("favourites");
  const navigate = useNavigate();
  const [creating, setCreating] = useState(false);
  const list = useInfiniteQuery({
    queryKey: favouriteKeys.folders,
    queryFn: ({ pageParam }) => readFolders(pageParam),
    ...pageParams,
  });
  const folders = list.data?.pages.flatMap(({ items }) => items) ?? [];
  /** Ids of the folders that are selected. Null: nothing is being selected. */
  const [selected, setSelected] = useState<ReadonlySet<number> | null>(null);
  const toggle = (id: number) =>
    setSelected((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const actions = useRef<HTMLSpanElement>(null);
  const endSelection = () => {
    setSelected(null);
    // The button that was pressed goes with its bar.
    actions.current?.querySelector("button")?.focus();
  };
  return (
    <Screen
      wide
      title={t("title")}
      back="/UserProfile/User"
      actions={
        <span ref={actions} className={classes.actions}>
          {folders.length > 0 && (
            <IconButton
              icon={IconListCheck}
              label={t("select.action")}
              aria-pressed={selected !== null}
              onClick={() => setSelected(selected ? null : new Set())}
            />
          )}
          <IconButton icon={IconPlus} label={t("create.action")} onClick={() => setCreating(true)} />
        </span>
      }
      subBar={
        selected && (
          <SelectionBar
            folders={folders.filter(({ folder_id }) => selected.has(folder_id))}
            onDeleted={(failed) => (failed.length > 0 ? setSelected(new Set(failed)) : endSelection())}
            onCancel={endSelection}
          />
        )
      }
    >
      {list.isPending && <RowSkeletons rows={4} />}
      {list.isError && folders.length === 0 && (
        <ErrorState title={t("failed")} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && folders.length === 0 && (
        <EmptyState
          title={t("empty.title")}
          text={t("empty.text")}
          action={
            <Button component={Link} to="/videos" color="terracotta">
              {t("empty.action")}
            </Button>
          }
        />
      )}
      {folders.length > 0 && <FolderList folders={folders} selected={selected} onToggle={toggle} />}
      {list.hasNextPage && (
        <InfiniteScroll
          busy={list.isFetchingNextPage}
          failed={list.isFetchNextPageError}
          onMore={() => void list.fetchNextPage()}
        />
      )}
      <FriendsFavourites />
      <NameSheet
        opened={creating}
        texts={{ title: t("create.title"), submit: t("create.submit"), failed: t("create.failed") }}
        name=""
        save={createFolder}
        onSaved={(folder) => void navigate(`/favourites/${folder.folder_id}`)}
        onClose={() => setCreating(false)}
      />
    </Screen>
  );
}
