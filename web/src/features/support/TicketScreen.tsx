import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { ApiError } from "@/api/errors";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { FormError } from "@/shared/forms/FormError";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons, ScreenSkeleton } from "@/ui/Skeletons";
import { useSetState, useTicket, useTicketMessages } from "./api";
import { Escalation } from "./components/Escalation";
import { MessageItem } from "./components/MessageItem";
import { ReplyForm } from "./components/ReplyForm";
import classes from "./components/Support.module.css";
import { TicketStateChip } from "./components/TicketStateChip";
import { useLiveTicket } from "./hooks/useLiveTicket";
import { purchaseOf } from "./model/purchase";
import type { Side, Ticket } from "./types";

interface TicketScreenProps {
  side: Side;
  back: string;
}

/** One ticket, live, with its messages and actions. */
export function TicketScreen({ side, back }: TicketScreenProps) {
  const { t } = useTranslation("support");
  const id = Number(useParams().ticketId) || 0;
  const ticket = useTicket(side, id);
  const missing = ticket.error instanceof ApiError && ticket.error.status === 404;
  return (
    <Screen title={t("ticket.title")} back={back}>
      {ticket.data ? (
        <TicketPage ticket={ticket.data} side={side} />
      ) : ticket.isError ? (
        <ErrorState
          title={t(missing ? "ticket.missing" : "ticket.failed")}
          onRetry={missing ? undefined : () => void ticket.refetch()}
        />
      ) : (
        <ScreenSkeleton />
      )}
    </Screen>
  );
}

function TicketPage({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { t } = useTranslation("support");
  useLiveTicket(side, ticket);
  const { id, subject, state, code, category, company, customer, created_at } = ticket;
  const purchase = purchaseOf(ticket, side);
  const format = useFormat();
  const other = side === "company" ? displayName(customer) : (company?.name ?? t("operator"));
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.row}>
          <TicketStateChip state={state} side={side} />
          <span className={classes.muted}>
            <bdi dir="ltr">{code}</bdi>
          </span>
        </div>
        <h2 className={classes.subject}>
          <Bdi>{subject}</Bdi>
        </h2>
        <p className={classes.muted}>
          <Bdi>{other}</Bdi> · {t(`category.${category}`)} · {format.dateTime(created_at)}
        </p>
        {purchase && (
          <Link to={purchase.path} className={classes.link}>
            {t(`ticket.${purchase.kind}`)} <bdi dir="ltr">{purchase.code}</bdi>
          </Link>
        )}
      </header>
      <Thread key={id} ticket={ticket} side={side} />
      <StateActions ticket={ticket} side={side} />
      <Escalation key={`escalation ${id}`} ticket={ticket} side={side} />
      {state === "closed" ? (
        <p className={classes.muted} role="status">
          {t("ticket.closed")}
        </p>
      ) : (
        <ReplyForm ticket={ticket} side={side} />
      )}
    </div>
  );
}

function Thread({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { t } = useTranslation("support");
  const messages = useTicketMessages(side, ticket.id);
  if (messages.isPending) return <RowSkeletons rows={3} />;
  if (!messages.data) {
    return <ErrorState title={t("thread.failed")} onRetry={() => void messages.refetch()} />;
  }
  const shown = messages.data.pages.flatMap(({ items }) => items).toReversed();
  return (
    <section aria-label={t("thread.label")}>
      {messages.hasNextPage && (
        <Button
          variant="subtle"
          loading={messages.isFetchingNextPage}
          onClick={() => void messages.fetchNextPage()}
        >
          {t("thread.older")}
        </Button>
      )}
      <ol className={classes.thread}>
        {shown.map((message) => (
          <MessageItem key={message.id} message={message} ticket={ticket} side={side} />
        ))}
      </ol>
    </section>
  );
}

/** States that a button sets, with its text. Others follow from messages. */
const ACTIONS = {
  resolved: "action.resolved",
  open: "action.open",
  closed: "action.closed",
} as const;
type Settable = keyof typeof ACTIONS;

/** A message says more than the change from an answer back to open. */
const buttonsOf = ({ next, state }: Ticket, side: Side): Settable[] =>
  (Object.keys(ACTIONS) as Settable[]).filter(
    (to) => next[side].includes(to) && (to !== "open" || state === "resolved"),
  );

function StateActions({ ticket, side }: { ticket: Ticket; side: Side }) {
  const { t } = useTranslation("support");
  const set = useSetState(side, ticket.id);
  const buttons = buttonsOf(ticket, side);
  if (buttons.length === 0) return null;
  return (
    <div>
      {set.error && <FormError error={set.error} />}
      <div className={classes.actions}>
        {buttons.map((to) => (
          <Button
            key={to}
            variant="default"
            loading={set.isPending && set.variables === to}
            disabled={set.isPending}
            onClick={() => set.mutate(to)}
          >
            {t(ACTIONS[to])}
          </Button>
        ))}
      </div>
    </div>
  );
}
