import { IconBan } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TONE } from "@/shared/booking/components/StateChip";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { Change } from "../api";
import { useOwnerName } from "../hooks/useOwnerName";
import type { Group, Item, Shown } from "../model/columns";
import classes from "./Calendar.module.css";

interface ItemCardProps {
  item: Item;
  zone: string;
  shown: Shown;
  glowing: ReadonlySet<number>;
  isShort?: boolean;
  onOpen: (item: Item) => void;
}

/** A reservation, a date with its reservations, or a block. */
export function ItemCard(props: ItemCardProps) {
  const { item, zone, shown, glowing, isShort, onOpen } = props;
  const { t } = useTranslation(["business-calendar", "reservations"]);
  const format = useZonedFormat(zone);
  if (item.kind === "block")
    return <BandButton change={item.change} zone={zone} shown={shown} onOpen={onOpen} />;
  const of = item.kind === "reservation" ? item.reservation : item.group;
  const when = `${format.time(of.starts_at)} – ${format.end(of.starts_at, of.ends_at)}`;
  const card = {
    type: "button",
    "data-card": item.key,
    "data-short": isShort || undefined,
    onClick: () => onOpen(item),
  } as const;
  if (item.kind === "group") {
    const { name, occurrence, reservations } = item.group;
    return (
      <button
        {...card}
        className={`bare ${classes.card}`}
        data-tone={occurrence?.is_cancelled ? "bad" : "good"}
        data-glow={reservations.some(({ id }) => glowing.has(id)) || undefined}
      >
        <Bdi line className={classes.name}>
          {name}
        </Bdi>
        <span className={classes.facts}>{when}</span>
        <span className={classes.facts}>
          {occurrence?.is_cancelled ? t("group.cancelled") : <Taken group={item.group} />}
        </span>
      </button>
    );
  }
  const { id, state, customer_name, members, offering } = item.reservation;
  return (
    <button
      {...card}
      className={`bare ${classes.card}`}
      data-tone={TONE[state]}
      data-glow={glowing.has(id) || undefined}
    >
      <Bdi line className={classes.name}>
        {customer_name || t("reservations:customer.deleted")}
      </Bdi>
      <span className={classes.facts}>
        {when} · {t("reservations:party", { count: members })}
      </span>
      <span className={classes.facts}>
        {t(`reservations:state.${state}`)} · <Bdi>{offering.name}</Bdi>
      </span>
    </button>
  );
}

function Taken({ group: { occurrence, reservations } }: { group: Group }) {
  const { t } = useTranslation("business-calendar");
  const people = reservations.reduce((total, { members }) => total + members, 0);
  if (occurrence?.capacity == null) return t("group.people", { count: people });
  return t("group.taken", { taken: occurrence.taken, capacity: occurrence.capacity });
}

interface BandButtonProps {
  change: Change;
  zone: string;
  shown: Shown;
  onOpen: (item: Item) => void;
}

/** A block, or extra time, with its owner and note. */
export function BandButton({ change, zone, shown, onOpen }: BandButtonProps) {
  const { t } = useTranslation("business-calendar");
  const format = useZonedFormat(zone);
  const owner = useOwnerName(shown)(change);
  const { hours, available, starts_at, ends_at, note } = change;
  const when = hours ? `${format.time(starts_at)} – ${format.time(ends_at)}` : t("block.wholeDay");
  const item: Item = { kind: "block", key: `block ${change.id}`, change };
  const words = (
    <>
      <span className={classes.name}>
        {!available && <Icon of={IconBan} size={14} />}
        <Bdi line>{note || t(available ? "block.extra" : "block.name")}</Bdi>
      </span>
      <span className={classes.facts}>
        <Bdi>{owner}</Bdi> · {when}
      </span>
    </>
  );
  if (available || !shown.mayBlock)
    return (
      <div className={classes.block} data-extra={available || undefined} data-still="">
        {words}
      </div>
    );
  return (
    <button
      type="button"
      className={`bare ${classes.block}`}
      data-card={item.key}
      onClick={() => onOpen(item)}
    >
      {words}
    </button>
  );
}
