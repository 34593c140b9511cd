import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isGuest, useUser } from "@/api/auth";
import { pageParams } from "@/api/pagination";
import { readFriendFavourites } from "@/shared/favourites/api";
import { FriendFavouriteCard } from "@/shared/favourites/FriendFavouriteCard";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import classes from "./Favourites.module.css";

/** Favourites of friends, below the own folders. Nothing without friends who show them. */
export function FriendsFavourites() {
  const { t } = useTranslation("favourites");
  const user = useUser();
  const list = useInfiniteQuery({
    queryKey: ["favourites", "friends"],
    queryFn: ({ pageParam }) => readFriendFavourites(pageParam),
    enabled: user !== null && !isGuest(user),
    ...pageParams,
  });
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="favourites-friends" className={classes.friends}>
      <h2 id="favourites-friends">{t("friends.title")}</h2>
      <ul className={classes.reels}>
        {items.map((item) => (
          <li key={`${item.kind}-${item.id}`}>
            <FriendFavouriteCard item={item} />
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
    </section>
  );
}
