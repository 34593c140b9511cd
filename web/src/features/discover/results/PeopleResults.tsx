import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { displayName } from "@/lib/displayName";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { PersonLink } from "@/shared/person/PersonLink";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import type { FoundPerson } from "../api";
import type { SearchResults } from "../hooks/useSearch";
import type { Filters } from "../model/filters";
import { searchPath } from "../model/searchPath";
import classes from "./PeopleResults.module.css";
import { SearchWait } from "./SearchWait";

/** People whose names match. Visitors and guests are asked for an account: names are for members. */
export function PeopleResults({ results, query }: { results: SearchResults; query: string }) {
  const { t } = useTranslation("discover");
  const user = useUser();
  const { pages, people } = results;
  if (!user || isGuest(user)) return <AccountNeeded path={user ? "/signup" : "/login"} />;
  if (pages.isError && people.length === 0) {
    return <ErrorState title={t("failed")} onRetry={() => void pages.refetch()} />;
  }
  if (pages.isPending) {
    return (
      <SearchWait pages={pages}>
        <RowSkeletons rows={8} />
      </SearchWait>
    );
  }
  if (people.length === 0) {
    return (
      <EmptyState
        title={t("people.none")}
        text={query ? t("empty.query", { query }) : t("people.noneText")}
        action={
          <Button component={Link} to="/people" variant="default">
            {t("people.all")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t("tab.people")}>
        {people.map((person) => (
          <li key={person.id}>
            <PersonLine person={person} />
          </li>
        ))}
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

function AccountNeeded({ path }: { path: string }) {
  const { t } = useTranslation(["discover", "common"]);
  const { pathname, search } = useLocation();
  return (
    <EmptyState
      title={t("people.account")}
      text={t("people.accountText")}
      action={
        <Button
          component={Link}
          to={`${path}?next=${encodeURIComponent(pathname + search)}`}
          color="terracotta"
        >
          {t(path === "/login" ? "common:action.signIn" : "common:action.signUp")}
        </Button>
      }
    />
  );
}

/** The first people that match, above the other results. Left out when there is none. */
export function PeopleRow({ people, filters }: { people: readonly FoundPerson[]; filters: Filters }) {
  const { t } = useTranslation("discover");
  if (people.length === 0) return null;
  return (
    <ScrollRow title={t("tab.people")} all={searchPath("people", filters)} size="wide">
      {people.map((person) => (
        <li key={person.id}>
          <PersonLine person={person} />
        </li>
      ))}
    </ScrollRow>
  );
}

function PersonLine({ person }: { person: FoundPerson }) {
  const { t } = useTranslation("discover");
  const name = displayName(person);
  return (
    <PersonLink id={person.id} card={person} className={classes.person}>
      <Avatar name={name} picture={person.picture} id={person.id} size={48} />
      <span className={classes.words}>
        <Bdi line className={classes.name}>
          {name}
        </Bdi>
        <Bdi line className={classes.muted}>
          @{person.userName}
          {person.mutual_friends > 0 && ` · ${t("people.mutual", { count: person.mutual_friends })}`}
        </Bdi>
      </span>
    </PersonLink>
  );
}
