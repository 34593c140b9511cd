import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { usePageParams } from "@/lib/usePageParams";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import type { Room } from "../hooks/useRooms";
import { readDetails, roomFields, withDetails, writeDetails } from "../model/roomFilter";
import type { StaySearch } from "../model/staySearch";
import classes from "./Choosing.module.css";
import { RoomCard } from "./RoomCard";
import { RoomFilter } from "./RoomFilter";

interface RoomListProps {
  rooms: readonly Room[];
  search: StaySearch;
  /** A newer search is on its way. */
  busy: boolean;
}

/** Rooms of a search with their filter. The address has what is chosen. */
export function RoomList({ rooms, search, busy }: RoomListProps) {
  const { t } = useTranslation(["company", "booking"]);
  const [params, setParams] = usePageParams();
  const spec = useCategorySpec(rooms[0]?.offer.category);
  const fields = roomFields(spec?.fields ?? [], search);
  const details = readDetails(params);
  const offers = rooms.map(({ offer }) => offer);
  const left = new Set(withDetails(offers, fields, details).map(({ id }) => id));
  const shown = rooms.filter(({ offer }) => left.has(offer.id));
  const change = (next: readonly string[]) => setParams((now) => writeDetails(now, next));
  return (
    <>
      <RoomFilter offers={offers} shown={shown.length} fields={fields} details={details} onChange={change} />
      {shown.length === 0 ? (
        <EmptyState
          title={t("booking:none.nights")}
          text={t("rooms.filteredText")}
          action={
            <Button variant="default" onClick={() => change([])}>
              {t("rooms.clearFilter")}
            </Button>
          }
        />
      ) : (
        <ul className={classes.list} aria-label={t("tab.rooms")} aria-busy={busy}>
          {shown.map((room) => (
            <RoomCard key={room.offer.id} room={room} search={search} />
          ))}
        </ul>
      )}
    </>
  );
}
