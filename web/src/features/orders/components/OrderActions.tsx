import { Button } from "@mantine/core";
import {
  IconCalendarPlus,
  IconFileInvoice,
  IconMapPin,
  IconMessageCircle,
  IconPackageExport,
  IconRefresh,
  IconRoute,
  IconStar,
  IconTicket,
  IconX,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isOpen, wasPaid } from "@/shared/orders/order";
import type { Order } from "@/shared/orders/types";
import { hasCalendar, useOrderCalendar } from "@/shared/orders/useOrderCalendar";
import { directionsLink } from "@/shared/place/directions";
import { Icon } from "@/ui/Icon";
import { useMessageCompany, useOrderAgain } from "../hooks/useOrderActions";
import { needsHelp } from "../model";
import { CancelSheet } from "./CancelSheet";
import classes from "./Order.module.css";

/** An invoice is issued when the money arrives. */
const hasInvoice = (order: Order): boolean => order.total > 0 && wasPaid(order);

/** Actions of the customer on an order. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const message = useMessageCompany(order);
  const again = useOrderAgain(order);
  const calendar = useOrderCalendar(order);
  const [cancelling, setCancelling] = useState(false);
  return (
    <div className={classes.actions}>
      {isOpen(order) && !order.can.pay && (
        <Button
          component={Link}
          to={`/orders/${order.id}/track`}
          variant="default"
          leftSection={<Icon of={IconRoute} />}
        >
          {t("track.action")}
        </Button>
      )}
      {order.can.review && (
        <Button
          component={Link}
          to={`/orders/${order.id}/review`}
          variant={order.can.answer_received ? "default" : "filled"}
          color={order.can.answer_received ? undefined : "terracotta"}
          leftSection={<Icon of={IconStar} />}
        >
          {t("review.action")}
        </Button>
      )}
      {hasInvoice(order) && (
        <Button
          component={Link}
          to={`/orders/${order.id}/invoice`}
          variant="default"
          leftSection={<Icon of={IconFileInvoice} />}
        >
          {t("invoice.action")}
        </Button>
      )}
      {order.can.request_return && (
        <Button
          component={Link}
          to={`/orders/${order.id}/return`}
          variant="default"
          leftSection={<Icon of={IconPackageExport} />}
        >
          {t("return.action")}
        </Button>
      )}
      {isOpen(order) && !order.can.pay && hasCalendar(order) && (
        <Button
          variant="default"
          leftSection={<Icon of={IconCalendarPlus} />}
          loading={calendar.isPending}
          onClick={() => calendar.mutate()}
        >
          {t("calendar.add")}
        </Button>
      )}
      {message && !needsHelp(order) && (
        <Button
          variant="default"
          leftSection={<Icon of={IconMessageCircle} />}
          loading={message.isPending}
          onClick={() => message.mutate()}
        >
          {t("message.action")}
        </Button>
      )}
      {!needsHelp(order) && (
        <Button
          component={Link}
          to={
            order.ticket_id ? `/support/tickets/${order.ticket_id}` : `/support/tickets/new?order=${order.id}`
          }
          variant="default"
          leftSection={<Icon of={IconTicket} />}
        >
          {t(order.ticket_id ? "ticket.open" : "ticket.raise")}
        </Button>
      )}
      {!order.address && (
        <Button
          component="a"
          href={directionsLink(order.company, navigator.userAgent)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          leftSection={<Icon of={IconMapPin} />}
        >
          {t("directions")}
        </Button>
      )}
      {order.lines.some(({ product_id }) => product_id !== null) && (
        <Button
          variant="default"
          leftSection={<Icon of={IconRefresh} />}
          loading={again.isPending}
          onClick={() => again.mutate()}
        >
          {t("again.action")}
        </Button>
      )}
      {order.can.cancel && (
        <Button
          variant="default"
          className={classes.danger}
          leftSection={<Icon of={IconX} />}
          onClick={() => setCancelling(true)}
        >
          {t("cancel.action")}
        </Button>
      )}
      <CancelSheet order={order} opened={cancelling} onClose={() => setCancelling(false)} />
    </div>
  );
}
