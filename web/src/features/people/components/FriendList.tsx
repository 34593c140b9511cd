import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { pageParams } from "@/api/pagination";
import { displayName } from "@/lib/displayName";
import { useLanguage } from "@/lib/i18n";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { readFriends } from "../api";
import { useNewIds } from "../hooks/useNewIds";
import { type FriendsState, lastSeen, MAX_FRIENDS } from "../model/friends";
import { FriendshipButtons } from "./FriendshipButtons";
import { LastSeen } from "./LastSeen";
import classes from "./People.module.css";
import { PersonRow } from "./PersonRow";

const STEP = 60;

/** Sorted by name, so that rows stay in place when presence changes. */
export function FriendList({ state, onSuggestions }: { state: FriendsState; onSuggestions: () => void }) {
  const { t } = useTranslation("people");
  const { tag } = useLanguage();
  const [shown, setShown] = useState(STEP);
  const arrived = useNewIds(state.friends.map(({ id }) => id));
  const friends = useMemo(() => {
    const order = new Intl.Collator(tag);
    return [...state.friends].sort((a, b) => order.compare(displayName(a), displayName(b)));
  }, [state.friends, tag]);
  const told = useLastSeen(shown);
  if (friends.length === 0) {
    return (
      <EmptyState
        title={t("friends.empty")}
        text={t("friends.emptyText")}
        action={
          <Button color="terracotta" onClick={onSuggestions}>
            {t("friends.find")}
          </Button>
        }
      />
    );
  }
  const there = friends.filter(({ id }) => state.online.has(id)).length;
  return (
    <>
      <p className={classes.count}>
        {t("friends.count", { count: friends.length })}
        {there > 0 && ` · ${t("friends.online", { count: there })}`}
      </p>
      <ul className={classes.list}>
        {friends.slice(0, shown).map((friend) => {
          const online = state.online.has(friend.id);
          return (
            <PersonRow
              key={friend.id}
              person={friend}
              online={online}
              arrived={arrived(friend.id)}
              note={
                <LastSeen
                  online={online}
                  at={lastSeen(state, friend.id, told.get(friend.id))}
                  otherwise={<bdi>@{friend.userName}</bdi>}
                />
              }
            >
              <FriendshipButtons
                person={{ ...friend, relation: "friends", mutual_friends: 0 }}
                standing="friends"
              />
            </PersonRow>
          );
        })}
      </ul>
      {shown < friends.length && <InfiniteScroll busy={false} onMore={() => setShown(shown + STEP)} />}
      {shown >= friends.length && friends.length >= MAX_FRIENDS && (
        <p className={classes.count}>{t("friends.beyond")}</p>
      )}
    </>
  );
}

/** Loads the last-seen times of the shown friends, by page. */
function useLastSeen(shown: number): ReadonlyMap<number, string | null | undefined> {
  const { data, hasNextPage, isFetching, fetchNextPage, isError } = useInfiniteQuery({
    queryKey: ["people", "friends"],
    queryFn: ({ pageParam }) => readFriends("", pageParam),
    ...pageParams,
  });
  const people = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const short = people.length < shown;
  useEffect(() => {
    if (short && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [short, hasNextPage, isFetching, isError, fetchNextPage]);
  return useMemo(() => new Map(people.map(({ id, last_seen_at }) => [id, last_seen_at])), [people]);
}
