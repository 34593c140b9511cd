import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { createFolder, favouriteKeys, readFolders } from "@/shared/favourites/api";
import { FolderPicture } from "@/shared/favourites/FolderPicture";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./components/Favourites.module.css";
import { FriendsFavourites } from "./components/FriendsFavourites";
import { NameSheet } from "./components/NameSheet";

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
  return (
    <Screen
      wide
      title={t("title")}
      back="/UserProfile/User"
      actions={<IconButton icon={IconPlus} label={t("create.action")} onClick={() => setCreating(true)} />}
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
      {folders.length > 0 && (
        <ul className={classes.folders} aria-label={t("title")}>
          {folders.map(({ folder_id, name, items, previews }) => (
            <li key={folder_id} className={classes.folder}>
              <FolderPicture previews={previews} />
              <Link to={`/favourites/${folder_id}`} className={classes.link}>
                <Bdi line>{name}</Bdi>
              </Link>
              <span className={classes.count}>{t("items", { count: items })}</span>
            </li>
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
