import { type DragEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
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
import { byColumn, COLUMNS, type Column, reservationsIn } from "../model/board";
import classes from "./Board.module.css";
import { DropTarget } from "./DropTarget";
import { OrderCard } from "./OrderCard";
import { ReservationCard } from "./ReservationCard";

interface BoardProps {
  company: number;
  zone: string;
  orders: readonly Order[] | undefined;
  reservations: readonly Reservation[] | undefined;
  refused: boolean;
  retry: () => void;
  glowing: ReadonlySet<number>;
}

/** Open orders and reservations of today in columns by state. On a phone, one column at a time. */
export function Board({ company, zone, orders, reservations, refused, retry, glowing }: BoardProps) {
  const { t } = useTranslation("business-orders");
  const phone = usePhone();
  const now = useNow();
  const columns = useMemo(() => byColumn(orders ?? []), [orders]);
  const booked = (column: Column) => reservationsIn(column, reservations ?? [], zone, now);
  const [dragged, setDragged] = useState<Order | null>(null);
  const step = useOrderStep(company);
  useSeenOnBoard(orders ? columns.new : undefined);
  const followFocus = useFollowFocus(orders);
  if (!orders) return refused ? <ErrorState title={t("failed")} onRetry={retry} /> : <RowSkeletons />;
  if (phone)
    return (
      <div onFocusCapture={followFocus}>
        <PhoneBoard columns={columns} booked={booked} now={now} glowing={glowing} />
      </div>
    );
  return (
    <div className={classes.board} onFocusCapture={followFocus}>
      {COLUMNS.map((column) => (
        <section key={column} className={classes.column} aria-labelledby={`column-${column}`}>
          <ColumnTitle column={column} count={columns[column].length + booked(column).length} />
          <DropTarget
            column={column}
            dragged={dragged}
            onDrop={(order) => step.mutate({ order, state: column })}
          >
            <Cards
              column={column}
              orders={columns[column]}
              reservations={booked(column)}
              now={now}
              glowing={glowing}
              onDrag={(order) => setDragged(order)}
            />
          </DropTarget>
        </section>
      ))}
    </div>
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

/** Cards that a column shows at first, and that each further part adds. */
const PART = 50;

function Cards({ column, orders, reservations, now, glowing, onDrag }: CardsProps) {
  const { t } = useTranslation("business-orders");
  const [shown, setShown] = useState(PART);
  if (orders.length + reservations.length === 0)
    return <p className={classes.empty}>{t(`columnEmpty.${column}`)}</p>;
  const dragProps = (order: Order) =>
    onDrag && {
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.setData("text/plain", order.code);
        event.dataTransfer.effectAllowed = "move";
        onDrag(order);
      },
      onDragEnd: () => onDrag(null),
    };
  return (
    <>
      <ul className={classes.cards}>
        {orders.slice(0, shown).map((order) => (
          <li key={order.id} data-order={order.id} {...dragProps(order)}>
            <OrderCard order={order} now={now} glows={glowing.has(order.id)} />
          </li>
        ))}
        {reservations.map((reservation) => (
          <li key={`reservation ${reservation.id}`}>
            <ReservationCard reservation={reservation} />
          </li>
        ))}
      </ul>
      {shown < orders.length && (
        <InfiniteScroll busy={false} onMore={() => setShown((count) => count + PART)} />
      )}
    </>
  );
}

const PANEL = "order-board";

interface PhoneBoardProps extends Pick<CardsProps, "glowing" | "now"> {
  columns: ReturnType<typeof byColumn>;
  booked: (column: Column) => readonly Reservation[];
}

function PhoneBoard({ columns, booked, now, glowing }: PhoneBoardProps) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const { count } = useFormat();
  const countOf = (key: Column) => columns[key].length + booked(key).length;
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
        <Cards
          key={open}
          column={open}
          orders={columns[open]}
          reservations={booked(open)}
          now={now}
          glowing={glowing}
        />
      </div>
    </>
  );
}
