import { Button } from "@mantine/core";
import { IconCalendarPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { pageParams } from "@/api/pagination";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { IconButton } from "@/ui/IconButton";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { bookingKeys, readBookings, type When } from "./api";
import { ReservationCard } from "./components/ReservationCard";
import classes from "./components/ReservationCard.module.css";
import { WaitlistSection } from "./components/WaitlistSection";

const CalendarSheet = lazyPart(() => import("./components/CalendarSheet").then((file) => file.CalendarSheet));

const PERIODS: readonly When[] = ["upcoming", "past"];

/** While the list is visible. */
const GUEST_REREAD_MS = 60_000;

/** Upcoming and past bookings of all categories. */
export function ReservationsScreen() {
  const { t } = useTranslation("booking");
  const [search, setSearch] = useSearchParams();
  const panel = useId();
  const [subscribing, setSubscribing] = useState(false);
  const user = useUser();
  const when: When = search.get("when") === "past" ? "past" : "upcoming";
  return (
    <Screen
      title={t("reservations.title")}
      back="/UserProfile/User"
      actions={
        user &&
        !isGuest(user) && (
          <IconButton icon={IconCalendarPlus} label={t("feed.title")} onClick={() => setSubscribing(true)} />
        )
      }
      subBar={
        <TabList
          label={t("reservations.title")}
          tabs={PERIODS.map((key) => ({ key, label: t(`reservations.${key}`) }))}
          open={when}
          onOpen={(next) => setSearch(next === "past" ? { when: next } : {}, { replace: true })}
          panel={panel}
          lineless
        />
      }
    >
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-${when}`}>
        {when === "upcoming" && <WaitlistSection />}
        <Reservations key={when} when={when} />
      </div>
      {subscribing && (
        <Suspense>
          <CalendarSheet opened onClose={() => setSubscribing(false)} />
        </Suspense>
      )}
    </Screen>
  );
}

function Reservations({ when }: { when: When }) {
  const { t } = useTranslation("booking");
  const guest = isGuest(useUser());
  const { data, isPending, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    useInfiniteQuery({
      queryKey: [...bookingKeys.lists, when],
      queryFn: ({ pageParam }) => readBookings(when, pageParam),
      ...pageParams,
      // Guests have no notifications that tell of changes.
      ...(guest && { refetchInterval: GUEST_REREAD_MS, refetchOnWindowFocus: "always" }),
    });
  const bookings = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isPending) return <RowSkeletons rows={4} />;
  if (isError && bookings.length === 0) {
    return <ErrorState title={t("reservations.failed")} onRetry={() => void query.refetch()} />;
  }
  if (bookings.length === 0) {
    return (
      <EmptyState
        title={t(`reservations.empty.${when}`)}
        text={t("reservations.emptyText")}
        action={
          <Button component={Link} to="/" color="terracotta">
            {t("reservations.discover")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t(`reservations.${when}`)}>
        {bookings.map((booking) => (
          <ReservationCard key={booking.id} booking={booking} />
        ))}
      </ul>
      {hasNextPage && (
        <InfiniteScroll
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
