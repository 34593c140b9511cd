import { lazy, Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import { HomeScreen } from "@/features/home/HomeScreen";
import { usePhone } from "@/ui/breakpoints";
import { RowSkeletons } from "@/ui/Skeletons";

const SearchEntry = lazy(() =>
  import("@/features/discover/bar/SearchEntry").then((file) => ({ default: file.SearchEntry })),
);
const RecentChats = lazy(() => import("./RecentChats").then((file) => ({ default: file.RecentChats })));
const OrderCard = lazy(() =>
  import("@/features/orders/components/OrderCard").then((file) => ({ default: file.OrderCard })),
);
const ReservationCard = lazy(() =>
  import("@/features/booking/components/ReservationCard").then((file) => ({ default: file.ReservationCard })),
);

const AdvertisementCard = lazy(() =>
  import("@/features/advertisements/AdvertisementCard").then((file) => ({ default: file.AdvertisementCard })),
);

/** Cards that the home screen shows and other areas draw. */
const CARDS: Parameters<typeof HomeScreen>[0]["cards"] = {
  order: (order) => (
    <Suspense key={order.id}>
      <OrderCard order={order} />
    </Suspense>
  ),
  booking: (booking) => (
    <Suspense key={booking.id}>
      <ReservationCard booking={booking} />
    </Suspense>
  ),
};

/** Home, with what other areas lend it. */
export function HomeRoute() {
  const user = useUser();
  const phone = usePhone();
  const recent = (
    <Suspense fallback={<RowSkeletons rows={5} />}>
      <RecentChats />
    </Suspense>
  );
  // Elsewhere the field stands in the bar of the shell.
  const search = phone && (
    <Suspense>
      <SearchEntry />
    </Suspense>
  );
  const advertisement = (
    <Suspense>
      <AdvertisementCard />
    </Suspense>
  );
  return (
    <HomeScreen
      search={search}
      recent={user && !isGuest(user) && recent}
      cards={CARDS}
      advertisement={advertisement}
    />
  );
}
