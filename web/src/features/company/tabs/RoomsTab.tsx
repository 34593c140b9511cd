import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { lazyPart } from "@/lib/lazyPart";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import classes from "../components/Choosing.module.css";
import { useCompany } from "../hooks/useCompany";
import { useRooms } from "../hooks/useRooms";
import { readStay, type StaySearch, writeStay } from "../model/staySearch";

const RoomSearch = lazyPart(() => import("../components/RoomSearch").then((file) => file.RoomSearch));

const RoomCard = lazyPart(() => import("../components/RoomCard").then((file) => file.RoomCard));

/** `/companies/:companyId/rooms`: rooms for chosen nights and a party. The address has the search. */
export function RoomsTab() {
  const { t } = useTranslation(["company", "booking"]);
  const company = useCompany();
  const [params, setParams] = useSearchParams();
  const search = readStay(params);
  const change = (patch: Partial<StaySearch>) =>
    setParams(writeStay({ ...search, ...patch }), { replace: true, preventScrollReset: true });
  const { offers, rooms, calendars } = useRooms(company, search);
  if (offers.isError && !rooms) {
    return <ErrorState title={t("rooms.failed")} onRetry={() => void offers.refetch()} />;
  }
  return (
    <div className={classes.page}>
      <Suspense fallback={<Skeleton height={560} radius="lg" />}>
        <RoomSearch
          company={company}
          search={search}
          calendars={calendars}
          loading={offers.isPending}
          onChange={change}
        />
      </Suspense>
      {!rooms && <OfferingSkeletons layout="row" count={4} />}
      {rooms?.length === 0 && <EmptyState title={t("booking:none.nights")} text={t("rooms.emptyText")} />}
      {rooms && rooms.length > 0 && (
        <Suspense fallback={<OfferingSkeletons layout="row" count={4} />}>
          <ul className={classes.list} aria-label={t("tab.rooms")} aria-busy={offers.isPlaceholderData}>
            {rooms.map((room) => (
              <RoomCard key={room.offer.id} room={room} search={search} />
            ))}
          </ul>
        </Suspense>
      )}
    </div>
  );
}
