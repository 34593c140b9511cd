import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ApiError } from "@/api/errors";
import { FormError } from "@/shared/forms/FormError";
import { useFocusOnStep } from "@/shared/forms/useFocusOnStep";
import type { Order } from "@/shared/orders/types";
import { useAnswerReceived } from "../api";
import { useMessageCompany } from "../hooks/useOrderActions";
import { needsHelp } from "../model";
import classes from "./Order.module.css";

/** Question whether the order was received. The answer "no" says how to get help. */
export function ReceivedQuestion({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const answer = useAnswerReceived(order);
  const { received, can, company } = order;
  // The button that answered is gone. An answer on another device leaves the focus where it is.
  const result = useFocusOnStep<HTMLHeadingElement & HTMLParagraphElement>(
    answer.variables === undefined ? null : received,
  );
  if (can.answer_received) {
    const isOffline = answer.error instanceof ApiError && answer.error.code === "network";
    return (
      <section className={classes.question} aria-labelledby="order-received">
        <h2 id="order-received" className={classes.title}>
          {t("received.question")}
        </h2>
        {answer.error && <FormError text={t(isOffline ? "common:error.network" : "received.failed")} />}
        <div className={classes.actions}>
          <Button
            color="terracotta"
            loading={answer.isPending && answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            {t("received.yes")}
          </Button>
          <Button
            variant="default"
            loading={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {t("received.no")}
          </Button>
        </div>
      </section>
    );
  }
  if (received === true) {
    return (
      <p ref={result} tabIndex={-1} role="status">
        {t("received.thanks")}
      </p>
    );
  }
  if (needsHelp(order)) return <MissingHelp order={order} name={company.name} title={result} />;
  return null;
}

interface MissingHelpProps {
  order: Order;
  name: string;
  title: RefObject<HTMLHeadingElement | null>;
}

function MissingHelp({ order, name, title }: MissingHelpProps) {
  const { t } = useTranslation("orders");
  const message = useMessageCompany(order);
  const { phone } = order.company;
  return (
    <section className={classes.question} aria-labelledby="order-help" role="status">
      <h2 ref={title} tabIndex={-1} id="order-help" className={classes.title}>
        {t("received.helpTitle")}
      </h2>
      <p>{t("received.help", { company: name, code: order.code })}</p>
      <div className={classes.actions}>
        <Button
          component={Link}
          to={
            order.ticket_id ? `/support/tickets/${order.ticket_id}` : `/support/tickets/new?order=${order.id}`
          }
          color="terracotta"
        >
          {t(order.ticket_id ? "ticket.open" : "ticket.raise")}
        </Button>
        {message && (
          <Button variant="default" loading={message.isPending} onClick={() => message.mutate()}>
            {t("message.action")}
          </Button>
        )}
        {phone && (
          <Button component="a" href={`tel:${phone.replaceAll(/[^+\d]/g, "")}`} variant="default">
            {t("received.call", { phone })}
          </Button>
        )}
        <Button component={Link} to="/support/help-centre" variant="default">
          {t("received.support")}
        </Button>
      </div>
    </section>
  );
}
