import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "@/lib/lazyPart";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { useNow } from "@/shared/opening/useNow";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { useResources } from "../../catalogue/api";
import { partsOf } from "../../catalogue/model/availability";
import { instantOf } from "../../catalogue/model/zonedInstant";
import { clockOf } from "../../model/clock";
import { useAccess } from "../../permissions";
import { useBookableOfferings, useDays, useOfferingSlots } from "../../reservations/api";
import type { DrawerMode } from "../../reservations/components/ReservationDrawer";
import { useLiveReservations } from "../../reservations/hooks/useLiveReservations";
import { canMove } from "../../reservations/model/actions";
import { midnight, today } from "../../reservations/model/dates";
import type { MoveTarget } from "../../reservations/model/moveTarget";
import type { WalkInStart } from "../../reservations/model/walkInStart";
import { type Change, useCalendar } from "../api";
import { GridSkeleton } from "../CalendarScreen";
import { useAddress } from "../hooks/useAddress";
import { useBlockActions } from "../hooks/useBlockActions";
import { datesOf, type View } from "../model/address";
import { bodyOf, type Draft, draftOf, movedDraft, newDraft } from "../model/blocks";
import {
  type Column,
  dayColumns,
  type Group,
  type Item,
  itemsOf,
  placeColumns,
  type Shown,
  targetIn,
} from "../model/columns";
import type { RoomNights } from "../model/nights";
import classes from "./Calendar.module.css";
import { TimeGrid } from "./TimeGrid";
import { Toolbar } from "./Toolbar";
import { UndoBar } from "./UndoBar";

const NightsStrip = lazyPart(() => import("./NightsStrip").then((file) => file.NightsStrip));
const NightsSheet = lazyPart(() => import("./NightsSheet").then((file) => file.NightsSheet));
const BlockSheet = lazyPart(() => import("./BlockSheet").then((file) => file.BlockSheet));
const ChoiceSheet = lazyPart(() => import("./ChoiceSheet").then((file) => file.ChoiceSheet));
const ListSheet = lazyPart(() => import("./ListSheet").then((file) => file.ListSheet));
const WalkInSheet = lazyPart(() =>
  import("../../reservations/components/WalkInSheet").then((file) => file.WalkInSheet),
);
const ReservationDrawer = lazyPart(() =>
  import("../../reservations/components/ReservationDrawer").then((file) => file.ReservationDrawer),
);

/** Most cards beside each other in a column of a week. */
const WEEK_LANES = 3;

type Opened =
  | { kind: "block"; draft: Draft; change: Change | null }
  | { kind: "choice"; column: Column; start: number }
  | { kind: "list"; title: string; items: Item[] }
  | { kind: "nights"; nights: RoomNights }
  | { kind: "walkIn"; date: string; start?: WalkInStart };

interface CalendarBoardProps {
  company: { id: number; time_zone: string };
}

export function CalendarBoard({ company }: CalendarBoardProps) {
  const { t } = useTranslation("business-calendar");
  const zone = company.time_zone;
  const format = useZonedFormat(zone);
  const phone = usePhone();
  const now = useNow();
  const offerings = useBookableOfferings(company.id);
  const resources = useResources();
  const rated = offerings.data?.some(({ availability }) => partsOf(availability).rated) ?? false;
  const dated = offerings.data?.some(({ availability }) => !partsOf(availability).timed) ?? false;
  const onlyDated = offerings.data?.every(({ availability }) => partsOf(availability).rated) ?? false;
  const usual: View = rated && onlyDated ? "nights" : phone ? "day" : "week";
  const { address, write, opened: reservation, openReservation } = useAddress(usual, zone);
  const dates = datesOf(address);
  const [first, last] = [dates[0] ?? address.date, dates.at(-1) ?? address.date];
  const calendar = useCalendar(company.id, first, last);
  const reservations = useDays(first, last, zone, offerings.data);
  const glowing = useLiveReservations(company.id);
  const isTimed = offerings.data?.some(
    ({ id, availability }) => id === address.offering && !partsOf(availability).rated,
  );
  const slots = useOfferingSlots(isTimed && address.view !== "nights" ? address.offering : null, dates);
  const mayBlock = useAccess()("/pro/catalogue") === "granted";
  const actions = useBlockActions();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [drawer, setDrawer] = useState<{ mode: DrawerMode; to?: MoveTarget }>({ mode: "details" });
  const shown: Shown = useMemo(
    () => ({
      resources: resources.data ?? [],
      offerings: offerings.data ?? [],
      offering: address.offering,
      resource: address.resource,
      mayBlock,
    }),
    [resources.data, offerings.data, address.offering, address.resource, mayBlock],
  );
  const items = useMemo(
    () => itemsOf(reservations.data ?? [], calendar.data?.occurrences ?? [], shown),
    [reservations.data, calendar.data, shown],
  );
  const columns = useMemo(
    () => (address.view === "day" ? placeColumns(address.date, shown) : dayColumns(datesOf(address))),
    [address, shown],
  );
  // A company without staff and tables has its day in one column.
  const drawn = columns.length > 0 ? columns : dayColumns([address.date]);
  const close = () => setOpened(null);
  const openDrawer = (id: number, mode: DrawerMode = "details", to?: MoveTarget) => {
    setDrawer(to ? { mode, to } : { mode });
    openReservation(id);
  };
  const open = (item: Item) => {
    if (item.kind === "reservation") {
      close();
      openDrawer(item.reservation.id);
    } else if (item.kind === "group") setOpened(listOf(item.group));
    else if (mayBlock && !item.change.available)
      setOpened({ kind: "block", draft: draftOf(item.change), change: item.change });
  };
  const listOf = ({ name, starts_at, reservations: of }: Group): Opened => ({
    kind: "list",
    title: `${name}, ${format.short(starts_at)}`,
    items: of.map((one) => ({ kind: "reservation", key: `reservation ${one.id}`, reservation: one })),
  });
  const block = (column: Column, start: number, end: number) =>
    setOpened({
      kind: "block",
      draft: newDraft(column.date, { start, end }, targetIn(column, shown)),
      change: null,
    });
  const walkIn = (column: Column, start: number) =>
    setOpened({
      kind: "walkIn",
      date: column.date,
      start: {
        startsAt: instantOf(`${column.date}T${clockOf(start)}`, zone),
        offering: column.offering ?? address.offering,
        place: column.resource ?? address.resource,
      },
    });
  const choose = (column: Column, start: number, end: number | null) => {
    if (!mayBlock) walkIn(column, start);
    else if (end === null) setOpened({ kind: "choice", column, start });
    else block(column, start, end);
  };
  const mayMove = (item: Item) =>
    item.kind === "block"
      ? mayBlock && !item.change.available && item.change.hours !== null
      : item.kind === "reservation" && canMove(item.reservation.state);
  const move = (item: Item, column: Column, start: number) => {
    if (item.kind === "block") {
      const target =
        column.resource !== null && item.change.resource_id !== null
          ? (`resource ${column.resource}` as const)
          : draftOf(item.change).target;
      actions.saveChange(item.change, bodyOf(movedDraft(item.change, column.date, start, target)), () => {});
    }
    if (item.kind === "reservation")
      openDrawer(item.reservation.id, "move", {
        date: column.date,
        startsAt: instantOf(`${column.date}T${clockOf(start)}`, zone),
        place: column.resource,
      });
  };
  const failed = [offerings, resources, calendar, reservations].find(({ isError }) => isError);
  const isReady = calendar.data && reservations.data && offerings.data && !resources.isPending;
  const isEmpty = offerings.data?.length === 0;
  return (
    <div className={classes.page}>
      <Toolbar
        address={address}
        dates={dates}
        zone={zone}
        shown={shown}
        hasNights={rated || dated}
        mayBlock={mayBlock}
        onWrite={write}
        onBlock={() =>
          setOpened({ kind: "block", draft: newDraft(address.date, { start: 720, end: 780 }), change: null })
        }
        onWalkIn={() =>
          setOpened({
            kind: "walkIn",
            date: address.date < today(zone) ? today(zone) : address.date,
          })
        }
      />
      <UndoBar undo={actions.undo} onDismiss={actions.dismiss} />
      {isEmpty ? (
        <EmptyState title={t("empty.title")} text={t("empty.text")} />
      ) : failed && !isReady ? (
        <ErrorState title={t("failed")} onRetry={() => void failed.refetch()} />
      ) : !isReady || !calendar.data ? (
        <GridSkeleton />
      ) : address.view === "nights" ? (
        <Suspense fallback={<GridSkeleton />}>
          <NightsStrip
            calendar={calendar.data}
            shown={shown}
            today={today(zone)}
            mayClose={mayBlock}
            onNights={(nights) => setOpened({ kind: "nights", nights })}
            onGroup={(group) => setOpened(listOf(group))}
            groups={items.flatMap((item) => (item.kind === "group" ? [item.group] : []))}
          />
        </Suspense>
      ) : (
        <TimeGrid
          calendar={calendar.data}
          columns={drawn}
          items={items}
          slots={slots}
          shown={shown}
          now={now}
          glowing={glowing}
          lanes={address.view === "week" ? WEEK_LANES : Number.POSITIVE_INFINITY}
          mayMove={mayMove}
          onOpen={open}
          onMore={(more) => setOpened({ kind: "list", title: t("grid.moreTitle"), items: more })}
          onDay={(date) => write({ view: "day", date })}
          onChoose={choose}
          onMove={move}
        />
      )}
      <Suspense>
        {opened?.kind === "block" && (
          <BlockSheet
            draft={opened.draft}
            change={opened.change}
            shown={shown}
            offerings={offerings.data ?? []}
            zone={zone}
            actions={actions}
            onClose={close}
          />
        )}
        {opened?.kind === "choice" && (
          <ChoiceSheet
            title={`${format.date(midnight(zone, opened.column.date))}, ${format.clock(opened.start)}`}
            onBlock={() => block(opened.column, opened.start, opened.start + 60)}
            onWalkIn={() => walkIn(opened.column, opened.start)}
            onClose={close}
          />
        )}
        {opened?.kind === "list" && (
          <ListSheet
            title={opened.title}
            items={opened.items}
            zone={zone}
            shown={shown}
            onOpen={open}
            onClose={close}
          />
        )}
        {opened?.kind === "nights" && (
          <NightsSheet
            nights={opened.nights}
            offerings={offerings.data ?? []}
            zone={zone}
            onOffer={actions.offer}
            onClose={close}
          />
        )}
        {opened?.kind === "walkIn" && (
          <WalkInSheet
            company={company}
            date={opened.date}
            {...(opened.start && { start: opened.start })}
            onClose={close}
          />
        )}
        {reservation !== null && (
          <ReservationDrawer
            key={`${reservation} ${drawer.mode}`}
            id={reservation}
            zone={zone}
            firstMode={drawer.mode}
            {...(drawer.to && { moveTo: drawer.to })}
            onClose={() => {
              setDrawer({ mode: "details" });
              openReservation(null);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
