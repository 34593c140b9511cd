import { type DragEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useNow } from "@/shared/opening/useNow";
import type { Order } from "@/shared/orders/types";
import { usePhone } from "@/ui/breakpoints";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { TabList } from "@/ui/TabList";
import { useOrderStep } from "../api";
import { useSeenOnBoard } from "../hooks/orderSound";
import { useFollowFocus } from "../hooks/useFollowFocus";
import { byColumn, COLUMNS, type Column } from "../model/board";
import classes from "./Board.module.css";
import { DropTarget } from "./DropTarget";
import { OrderCard } from "./OrderCard";

interface BoardProps {
  company: number;
  orders: readonly Order[] | undefined;
  refused: boolean;
  retry: () => void;
  glowing: ReadonlySet<number>;
}

/** Open orders in columns by state. On a phone, one column at a time. */
export function Board({ company, orders, refused, retry, glowing }: BoardProps) {
  const { t } = useTranslation("business-orders");
  const phone = usePhone();
  const columns = useMemo(() => byColumn(orders ?? []), [orders]);
  const [dragged, setDragged] = useState<Order | null>(null);
  const step = useOrderStep(company);
  useSeenOnBoard(orders ? columns.new : undefined);
  const followFocus = useFollowFocus(orders);
  if (!orders) return refused ? <ErrorState title={t("failed")} onRetry={retry} /> : <RowSkeletons />;
  if (phone)
    return (
      <div onFocusCapture={followFocus}>
        <PhoneBoard columns={columns} glowing={glowing} />
      </div>
    );
  return (
    <div className={classes.board} onFocusCapture={followFocus}>
      {COLUMNS.map((column) => (
        <section key={column} className={classes.column} aria-labelledby={`column-${column}`}>
          <ColumnTitle column={column} count={columns[column].length} />
          <DropTarget
            column={column}
            dragged={dragged}
            onDrop={(order) => step.mutate({ order, state: column })}
          >
            <Cards
              column={column}
              orders={columns[column]}
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
  glowing: ReadonlySet<number>;
  onDrag?: (order: Order | null) => void;
}

function Cards({ column, orders, glowing, onDrag }: CardsProps) {
  const { t } = useTranslation("business-orders");
  const now = useNow();
  if (orders.length === 0) return <p className={classes.empty}>{t(`columnEmpty.${column}`)}</p>;
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
    <ul className={classes.cards}>
      {orders.map((order) => (
        <li key={order.id} data-order={order.id} {...dragProps(order)}>
          <OrderCard order={order} now={now} glows={glowing.has(order.id)} />
        </li>
      ))}
    </ul>
  );
}

const PANEL = "order-board";

function PhoneBoard({
  columns,
  glowing,
}: {
  columns: ReturnType<typeof byColumn>;
  glowing: ReadonlySet<number>;
}) {
  const { t } = useTranslation(["business-orders", "orders"]);
  const { count } = useFormat();
  const [open, setOpen] = useState<Column>(() => COLUMNS.find((key) => columns[key].length > 0) ?? "new");
  return (
    <>
      <TabList
        label={t("columns")}
        tabs={COLUMNS.map((key) => ({
          key,
          label: t("counted", {
            name: t(`orders:column.${key}`, { count: columns[key].length }),
            shown: count(columns[key].length),
          }),
        }))}
        open={open}
        onOpen={setOpen}
        panel={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${open}`}>
        <Cards column={open} orders={columns[open]} glowing={glowing} />
      </div>
    </>
  );
}
