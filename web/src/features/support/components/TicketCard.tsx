import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { displayName } from "@/lib/displayName";
import { Bdi } from "@/ui/Bdi";
import { RelativeTime } from "@/ui/RelativeTime";
import type { Side, Ticket } from "../types";
import classes from "./Support.module.css";
import { TicketStateChip } from "./TicketStateChip";

/** One ticket of a list, with its newest message. */
export function TicketCard({ ticket, side, to }: { ticket: Ticket; side: Side; to: string }) {
  const { t } = useTranslation("support");
  const { subject, state, company, customer, last, changed_at, category, order } = ticket;
  const other = side === "company" ? displayName(customer) : (company?.name ?? t("operator"));
  return (
    <li className={classes.card}>
      <div className={classes.row}>
        <Link to={to} className={classes.cardLink}>
          <Bdi>{subject}</Bdi>
        </Link>
        <TicketStateChip state={state} side={side} />
      </div>
      {last?.text && (
        <p className={classes.preview}>
          <Bdi>{last.text}</Bdi>
        </p>
      )}
      <p className={classes.muted}>
        <Bdi>{other}</Bdi> · {t(`category.${category}`)}
        {order && (
          <>
            {" "}
            · <bdi dir="ltr">{order.code}</bdi>
          </>
        )}{" "}
        · <RelativeTime at={changed_at} />
      </p>
    </li>
  );
}
