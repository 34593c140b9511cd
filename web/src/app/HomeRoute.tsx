import { Suspense } from "react";
import { isGuest, useUser } from "@/api/auth";
import { HomeScreen } from "@/features/home/HomeScreen";
import { lazyPart } from "@/lib/lazyPart";
import { usePhone } from "@/ui/breakpoints";
import { RowSkeletons } from "@/ui/Skeletons";

const SearchEntry = lazyPart(() =>
  import("@/features/discover/bar/SearchEntry").then((file) => file.SearchEntry),
);
const RecentChats = lazyPart(() => import("./RecentChats").then((file) => file.RecentChats));
const OrderCard = lazyPart(() =>
  import("@/features/orders/components/OrderCard").then((file) => file.OrderCard),
);
const ReservationCard = lazyPart(() =>
  import("@/features/booking/components/ReservationCard").then((file) => file.ReservationCard),
);

const AdvertisementCard = lazyPart(() =>
  import("@/features/advertisements/AdvertisementCard").then((file) => file.AdvertisementCard),
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
