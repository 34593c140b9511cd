import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import type { CameFrom } from "@/shared/person/PersonLink";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { TopBar } from "@/ui/TopBar";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { readCard } from "./api";
import { FollowList } from "./components/FollowList";
import { MutualFriends } from "./components/MutualFriends";
import { PeopleActionsProvider } from "./components/PeopleActionsProvider";
import { PersonFollows } from "./components/PersonFollows";
import { PersonHero } from "./components/PersonHero";
import classes from "./components/PersonScreen.module.css";
import { NewestPosts, PostList } from "./components/PostList";
import { useFriends } from "./hooks/useFriends";
import { standingOf } from "./model/friends";

const LISTS = ["followers", "following", "posts"] as const;

/** `/people/:personId`: a profile as the viewer may see it, or one of its lists (`?show=`). `basePath` is the list of people. */
export function PersonScreen({ basePath }: { basePath: string }) {
  const { t } = useTranslation("people");
  const { personId } = useParams();
  const id = Number(personId);
  const { pathname, state: cameFrom } = useLocation();
  const from = (cameFrom as CameFrom | null)?.from;
  const [search] = useSearchParams();
  const list = LISTS.find((direction) => direction === search.get("show"));
  const { state } = useFriends();
  const top = useRef<HTMLDivElement>(null);
  const card = useQuery({
    queryKey: ["people", "card", id],
    queryFn: () => readCard(id),
    staleTime: 0,
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  const person = card.data;
  const standing = person && standingOf(state, person);
  useNewlyRead(standing, card.refetch);
  const gone = Number.isNaN(id) || (card.error instanceof ApiError && [404, 422].includes(card.error.status));
  const shown = gone ? undefined : person;
  return (
    <Screen
      wide
      title={shown ? displayName(shown) : t("person.title")}
      header={
        list ? (
          <TopBar title={t(`tab.${list}`)} back={pathname} />
        ) : (
          <TopBar title={t("person.title")} back={from ?? basePath} />
        )
      }
    >
      <div ref={top} tabIndex={-1}>
        {gone ? (
          <EmptyState
            title={t("person.gone")}
            text={t("person.goneText")}
            action={
              <Button component={Link} to={basePath}>
                {t("person.others")}
              </Button>
            }
          />
        ) : shown && standing ? (
          <PeopleActionsProvider onParted={() => top.current?.focus({ preventScroll: true })}>
            {list ? (
              <>
                <h2 className={classes.heading}>
                  <Bdi>{displayName(shown)}</Bdi>
                </h2>
                {list === "posts" ? (
                  <PostList id={shown.id} />
                ) : (
                  <FollowList key={list} direction={list} of={shown.id} />
                )}
              </>
            ) : (
              <>
                <PersonHero person={shown} standing={standing} />
                <div className={classes.more}>
                  {shown.mutual.length > 0 && <MutualFriends person={shown} />}
                  <PersonFollows id={shown.id} />
                  <NewestPosts id={shown.id} />
                </div>
              </>
            )}
          </PeopleActionsProvider>
        ) : card.isError ? (
          <ErrorState title={t("person.failed")} onRetry={() => void card.refetch()} />
        ) : (
          <PersonSkeleton />
        )}
      </div>
    </Screen>
  );
}

/** Whatever happens between the two changes what the page may show and offer. */
function useNewlyRead(standing: string | undefined, read: () => unknown): void {
  const last = useRef(standing);
  const again = useRef(read);
  again.current = read;
  useEffect(() => {
    const before = last.current;
    last.current = standing;
    if (before !== undefined && standing !== undefined && before !== standing) again.current();
  }, [standing]);
}

function PersonSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.hero} role="status">
      <VisuallyHidden>{t("state.loading")}</VisuallyHidden>
      <Skeleton circle height={128} width={128} />
      <div className={classes.words}>
        <Skeleton height={30} width={220} />
        <Skeleton height={16} width={140} />
        <Skeleton height={44} width={260} radius="md" />
      </div>
    </div>
  );
}
