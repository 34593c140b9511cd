import { Skeleton } from "@mantine/core";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { usePageParams } from "@/lib/usePageParams";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { OfferingSkeletons } from "@/shared/offering/OfferingSkeletons";
import { ErrorState } from "@/ui/ErrorState";
import classes from "../components/Choosing.module.css";
import { useCompany } from "../hooks/useCompany";
import { useRooms } from "../hooks/useRooms";
import { readStay, type StaySearch, writeStay } from "../model/staySearch";

const RoomSearch = lazyPart(() => import("../components/RoomSearch").then((file) => file.RoomSearch));

const RoomList = lazyPart(() => import("../components/RoomList").then((file) => file.RoomList));

/** `/companies/:companyId/rooms`: rooms for chosen nights and a party. The address has the search. */
export function RoomsTab() {
  const { t } = useTranslation(["company", "booking"]);
  const company = useCompany();
  const [params, setParams] = usePageParams();
  const search = readStay(params);
  const change = (patch: Partial<StaySearch>) => setParams((now) => writeStay(now, { ...search, ...patch }));
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
          <RoomList rooms={rooms} search={search} busy={offers.isPlaceholderData} />
        </Suspense>
      )}
    </div>
  );
}
