import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CompanyRows } from "@/shared/company-chat/CompanyRows";
import { useCompanies } from "@/shared/company-chat/useCompanies";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { announce } from "@/ui/LiveRegion";
import { RowSkeletons } from "@/ui/Skeletons";
import { findPeople, type UserType } from "../api";
import type { Person } from "../model/card";
import { type FriendsState, lastSeen, standingOf } from "../model/friends";
import { FriendshipButtons } from "./FriendshipButtons";
import { LastSeen } from "./LastSeen";
import classes from "./People.module.css";
import { PersonRow } from "./PersonRow";

const TYPES = ["all", "regular", "professional"] as const;
/** Businesses shown when people are not. */
const BUSINESSES = 50;

interface PeopleSearchResultsProps {
  /** Suggestions without one. */
  query: string;
  state: FriendsState | undefined;
}

/** Search results or suggestions, by page, with the current relation to the viewer. */
export function PeopleSearchResults({ query, state }: PeopleSearchResultsProps) {
  const { t } = useTranslation("people");
  const [type, setType] = useState<UserType>("all");
  const suggesting = query === "";
  const pages = useInfiniteQuery({
    queryKey: ["people", "found", query],
    // Logins of businesses are not befriended: people follow the business.
    queryFn: ({ pageParam }) => findPeople(query, "regular", pageParam),
    enabled: type !== "professional",
    initialPageParam: 1,
    getNextPageParam: ({ more, items }, _all, last) =>
      // After the suggestions come those who are friends already.
      more && !(suggesting && items.some(({ relation }) => relation === "friends")) ? last + 1 : undefined,
    placeholderData: keepPreviousData,
    // Suggestions stay the same while they are shown. The next visit loads new ones.
    staleTime: suggesting ? Number.POSITIVE_INFINITY : 30_000,
    gcTime: 60_000,
  });
  const { companies, ...businesses } = useCompanies(
    type === "regular" ? "" : query,
    type === "professional" ? BUSINESSES : undefined,
  );
  const withPeople = type !== "professional";
  const all = (withPeople && pages.data?.pages.flatMap(({ items }) => items)) || [];
  const people = suggesting ? all.filter(({ relation }) => relation !== "friends") : all;
  const total = pages.data?.pages[0]?.total;
  useEffect(() => {
    if (!suggesting && total !== undefined) announce(t("found.count", { count: total }));
  }, [suggesting, total, t]);
  return (
    <>
      <fieldset className={classes.types}>
        <legend className={classes.legend}>{t("type.label")}</legend>
        {TYPES.map((one) => (
          <label key={one} className={classes.type}>
            <input type="radio" name="people-type" checked={type === one} onChange={() => setType(one)} />
            <span>{t(`type.${one}`)}</span>
          </label>
        ))}
      </fieldset>
      <CompanyRows companies={companies} />
      {withPeople && pages.isError && all.length === 0 && (
        <ErrorState title={t("found.failed")} onRetry={() => void pages.refetch()} />
      )}
      {(withPeople ? pages.isPending : businesses.isFetching && companies.length === 0) && (
        <RowSkeletons rows={6} />
      )}
      {!withPeople && !businesses.isFetching && companies.length === 0 && (
        <EmptyState
          title={t(suggesting ? "businesses.find" : "businesses.none", { query })}
          text={t("businesses.text")}
        />
      )}
      {withPeople && pages.isSuccess && people.length + companies.length === 0 && (
        <EmptyState
          title={t(suggesting ? "suggestions.empty" : "found.none", { query })}
          text={t(suggesting ? "suggestions.emptyText" : "found.noneText")}
        />
      )}
      {people.length > 0 && (
        <ul className={classes.list} aria-busy={pages.isPlaceholderData}>
          {people.map((person) => (
            <Result key={person.id} person={person} state={state} />
          ))}
        </ul>
      )}
      {withPeople && pages.hasNextPage && (
        <InfiniteScroll
          busy={pages.isFetchingNextPage}
          failed={pages.isFetchNextPageError}
          onMore={() => void pages.fetchNextPage()}
        />
      )}
    </>
  );
}

function Result({ person, state }: { person: Person; state: FriendsState | undefined }) {
  const { t } = useTranslation("people");
  const standing = standingOf(state, person);
  const online = state?.online.has(person.id) ?? false;
  const shared = person.mutual_friends > 0 && t("mutual", { count: person.mutual_friends });
  const handle = <bdi>@{person.userName}</bdi>;
  return (
    <PersonRow
      person={person}
      online={online}
      note={
        standing === "friends" ? (
          <LastSeen online={online} at={lastSeen(state, person.id, person.last_seen_at)} otherwise={handle} />
        ) : (
          shared || handle
        )
      }
    >
      <FriendshipButtons person={person} standing={standing} />
    </PersonRow>
  );
}
