import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { pageParams } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { RelativeTime } from "@/ui/RelativeTime";
import { RowSkeletons } from "@/ui/Skeletons";
import { type FollowDirection, readFollows } from "../api";
import { useFriends } from "../hooks/useFriends";
import { standingOf } from "../model/friends";
import { FriendshipButtons } from "./FriendshipButtons";
import classes from "./People.module.css";
import { PersonRow } from "./PersonRow";

interface FollowListProps {
  direction: FollowDirection;
  /** Another person, as far as that one shows them. The own account without it. */
  of?: number;
}

/** Followers of an account, or people and companies that it follows, the newest first. */
export function FollowList({ direction, of }: FollowListProps) {
  const { t } = useTranslation("people");
  const { state } = useFriends();
  const pages = useInfiniteQuery({
    queryKey: ["people", "follows", direction, "pages", of ?? null],
    queryFn: ({ pageParam }) => readFollows(direction, pageParam, of),
    ...pageParams,
    staleTime: 0,
  });
  if (pages.isError && !pages.data) {
    return <ErrorState title={t("follows.failed")} onRetry={() => void pages.refetch()} />;
  }
  if (!pages.data) return <RowSkeletons rows={6} />;
  const all = pages.data.pages.flatMap(({ items }) => items);
  if (all.length === 0 && of !== undefined) return <EmptyState title={t(`follows.${direction}EmptyOf`)} />;
  if (all.length === 0) {
    return (
      <EmptyState
        title={t(`follows.${direction}Empty`)}
        text={t(`follows.${direction}EmptyText`)}
        action={
          direction === "following" && (
            <Button component={Link} to="/search" color="terracotta">
              {t("follows.discover")}
            </Button>
          )
        }
      />
    );
  }
  return (
    <>
      <p className={classes.count}>
        {t(`follows.${direction}`, { count: pages.data.pages[0]?.total ?? all.length })}
      </p>
      <ul className={classes.list}>
        {all.map((follow) => {
          const isCompany = follow.type === "company";
          return (
            <PersonRow
              key={follow.id}
              person={follow}
              note={
                <>
                  {isCompany ? (
                    <>
                      <Icon of={IconBuildingStore} size={14} /> {t("business")}
                    </>
                  ) : (
                    <bdi>@{follow.userName}</bdi>
                  )}
                  {" · "}
                  <RelativeTime at={follow.since} />
                </>
              }
            >
              {!isCompany && <FriendshipButtons person={follow} standing={standingOf(state, follow)} />}
            </PersonRow>
          );
        })}
      </ul>
      {pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}
