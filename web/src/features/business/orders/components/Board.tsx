import { type DragEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useNow } from "@/shared/opening/useNow";
import type { Order } from "@/shared/orders/types";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { Reservation } from "../../reservations/types";
import { useOrderStep } from "../api";
import { useSeenOnBoard } from "../hooks/orderSound";
import { useFollowFocus } from "../hooks/useFollowFocus";
import { type ByColumn, COLUMNS, type Column, reservationsByColumn, urgencyOf } from "../model/board";
import { type Grouped, groupAfter } from "../model/columns";
import classes from "./Board.module.css";
import { BoardNow } from "./BoardNow";
import { CardList } from "./CardList";
import { DropTarget } from "./DropTarget";
import { OrderCard } from "./OrderCard";
import { ReservationCard } from "./ReservationCard";

export interface BoardProps {
  company: number;
  zone: string;
  orders: readonly Order[] | undefined;
  reservations: readonly Reservation[] | undefined;
  refused: boolean;
  retry: () => void;
  glowing: ReadonlySet<number>;
}

const NO_ORDERS: readonly Order[] = [];
const NONE: ReadonlySet<number> = new Set();

/** Orders by column. An event sorts in its order only. */
function useColumns(orders: readonly Order[] | undefined): ByColumn<Order> {
  const before = useRef<Grouped>(undefined);
  const grouped = useMemo(() => groupAfter(before.current, orders ?? NO_ORDERS), [orders]);
  useEffect(() => {
    before.current = grouped;
  }, [grouped]);
  return grouped.columns;
}

/** Open orders and reservations of today in columns by state. On a phone, one column at a time. */
export function Board({ company, zone, orders, reservations, refused, retry, glowing }: BoardProps) {
  const { t } = useTranslation("business-orders");
  const phone = usePhone();
  const now = useNow();
  const columns = useColumns(orders);
  const booked = useMemo(
    () => reservationsByColumn(reservations ?? [], zone, now),
    [reservations, zone, now],
  );
  const [dragged, setDragged] = useState<Order | null>(null);
  const step = useOrderStep(company);
  useSeenOnBoard(orders ? columns.new : undefined);
  const followFocus = useFollowFocus(orders);
  if (!orders) return refused ? <ErrorState title={t("failed")} onRetry={retry} /> : <RowSkeletons />;
  const cards = (column: Column) => ({
    column,
    orders: columns[column],
    reservations: booked[column],
    now,
    glowing: glowing.size > 0 && columns[column].some(({ id }) => glowing.has(id)) ? glowing : NONE,
  });
  return (
    <BoardNow value={now}>
      {phone ? (
        <div onFocusCapture={followFocus}>
          <PhoneBoard columns={columns} booked={booked} cards={cards} />
        </div>
      ) : (
        <div
          className={classes.board}
          onFocusCapture={followFocus}
          // A card that was scrolled away does not tell that its drag has ended. No pointer moves during a drag.
          onPointerMove={dragged ? () => setDragged(null) : undefined}
        >
          {COLUMNS.map((column) => (
            <section key={column} className={classes.column} aria-labelledby={`column-${column}`}>
              <ColumnTitle column={column} count={columns[column].length + booked[column].length} />
              <DropTarget
                column={column}
                dragged={dragged}
                onDrop={(order) => {
                  // The card moves at once, and an element that is gone does not tell that its drag has ended.
                  setDragged(null);
                  step.mutate({ order, state: column });
                }}
              >
                <Cards {...cards(column)} onDrag={setDragged} />
              </DropTarget>
            </section>
          ))}
        </div>
      )}
    </BoardNow>
  );
}

function ColumnTitle({ column, count }: { column: Column; count: number }) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const { number } = useFormat();
  return (
    <h2 id={`column-${column}`} className={classes.columnTitle} tabIndex={-1}>
      {t(`orders:column.${column}`, { count })}
      <span className={classes.count} data-new={column === "new" && count > 0 ? "" : undefined}>
        {number(count)}
      </span>
    </h2>
  );
}

interface CardsProps {
  column: Column;
  orders: readonly Order[];
  reservations: readonly Reservation[];
  now: number;
  glowing: ReadonlySet<number>;
  onDrag?: (order: Order | null) => void;
}

const Cards = memo(function Cards({ column, orders, reservations, now, glowing, onDrag }: CardsProps) {
  const { t } = useTranslation("business-orders");
  const cards = useMemo(
    () => [
      ...orders.map((order) => ({ order, reservation: undefined })),
      ...reservations.map((reservation) => ({ order: undefined, reservation })),
    ],
    [orders, reservations],
  );
  if (cards.length === 0) return <p className={classes.empty}>{t(`columnEmpty.${column}`)}</p>;
  return (
    <CardList cards={cards}>
      {({ order, reservation }) =>
        order ? (
          <div key={order.id} data-order={order.id} {...(onDrag && dragProps(order, onDrag))}>
            <OrderCard order={order} urgency={urgencyOf(order, now)} glows={glowing.has(order.id)} />
          </div>
        ) : (
          <ReservationCard key={`reservation ${reservation.id}`} reservation={reservation} />
        )
      }
    </CardList>
  );
});

const dragProps = (order: Order, onDrag: (order: Order | null) => void) => ({
  draggable: true,
  onDragStart: (event: DragEvent) => {
    event.dataTransfer.setData("text/plain", order.code);
    event.dataTransfer.effectAllowed = "move";
    onDrag(order);
  },
  onDragEnd: () => onDrag(null),
});

const PANEL = "order-board";

interface PhoneBoardProps {
  columns: ByColumn<Order>;
  booked: ByColumn<Reservation>;
  cards: (column: Column) => CardsProps;
}

function PhoneBoard({ columns, booked, cards }: PhoneBoardProps) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const { count } = useFormat();
  const countOf = (key: Column) => columns[key].length + booked[key].length;
  const [open, setOpen] = useState<Column>(() => COLUMNS.find((key) => countOf(key) > 0) ?? "new");
  return (
    <>
      <TabList
        label={t("columns")}
        tabs={COLUMNS.map((key) => ({
          key,
          label: t("counted", {
            name: t(`orders:column.${key}`, { count: countOf(key) }),
            shown: count(countOf(key)),
          }),
        }))}
        open={open}
        onOpen={setOpen}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${open}`}>
        <h2 className={classes.phoneTitle}>
          <VisuallyHidden>{t(`orders:column.${open}`, { count: countOf(open) })}</VisuallyHidden>
        </h2>
        <Cards key={open} {...cards(open)} />
      </div>
    </>
  );
}
