import {
  IconArmchair,
  IconCalendar,
  type IconClock,
  IconMapPin,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useParty } from "@/shared/booking/hooks/useParty";
import { specOf } from "@/shared/booking/model/bookable";
import type { Booking } from "@/shared/booking/types";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { BookingFormat } from "../hooks/useBookingFormat";
import classes from "./Summary.module.css";

const RESOURCE_ICON: Readonly<Record<string, typeof IconClock>> = { staff: IconUser, table: IconArmchair };

interface BookingFactsProps {
  booking: Booking;
  format: BookingFormat;
  /** With the address of the company. */
  withPlace?: boolean;
}

/** Time, party, resource and place of a booking. */
export function BookingFacts({ booking, format, withPlace = false }: BookingFactsProps) {
  const { t } = useTranslation("booking");
  const party = useParty();
  const { company, resources, members, items } = booking;
  const { rooms } = specOf(booking.offering.availability);
  const [{ quantity = 1 } = {}] = items;
  return (
    <ul className={classes.facts}>
      <Fact icon={IconCalendar}>
        <When booking={booking} format={format} />
      </Fact>
      <Fact icon={IconUsers}>
        {rooms && `${t("party.roomCount", { count: quantity })} · `}
        {party(booking, t("party.count", { count: members }))}
      </Fact>
      {resources.map(({ id, name, kind }) => (
        <Fact key={id} icon={RESOURCE_ICON[kind] ?? IconArmchair}>
          <Bdi>{name}</Bdi>
        </Fact>
      ))}
      {withPlace && (
        <Fact icon={IconMapPin}>
          <Bdi>{company.name}</Bdi>
          <span className={classes.note}>
            <Bdi>{[company.address, company.city].filter(Boolean).join(", ")}</Bdi>
          </span>
        </Fact>
      )}
    </ul>
  );
}

function Fact({ icon, children }: { icon: typeof IconClock; children: ReactNode }) {
  return (
    <li className={classes.fact}>
      <Icon of={icon} />
      <span className={classes.factWords}>{children}</span>
    </li>
  );
}

/** Start and end in the zone of the company, named if it differs from the viewer's. */
export function When({ booking, format }: { booking: Booking; format: BookingFormat }) {
  const { t } = useTranslation("booking");
  const { starts_at, ends_at, offering, items } = booking;
  const zone = format.zone(starts_at);
  const isStay = specOf(offering.availability).rooms;
  const nights = new Set(items.map((item) => item.starts_at)).size;
  return (
    <span className={classes.factWords}>
      <span>{isStay ? format.stay(starts_at, ends_at) : format.day(starts_at)}</span>
      <span className={classes.note}>
        {isStay
          ? t("nights.count", { count: nights })
          : t("occurrences.time", { from: format.time(starts_at), to: format.end(starts_at, ends_at) })}
        {zone && ` (${zone})`}
      </span>
    </span>
  );
}
