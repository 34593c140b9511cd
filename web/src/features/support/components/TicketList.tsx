import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { InfiniteScroll } from "@/shared/infinite-list/InfiniteScroll";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Tab, useTickets } from "../api";
import type { Side } from "../types";
import classes from "./Support.module.css";
import { TicketCard } from "./TicketCard";

interface TicketListProps {
  side: Side;
  tab: Tab;
  /** Path of a ticket. */
  pathOf: (id: number) => string;
  /** Action of an empty list. */
  action?: ReactNode;
}

/** Tickets of one side in some states, the last changed first. */
export function TicketList({ side, tab, pathOf, action }: TicketListProps) {
  const { t } = useTranslation("support");
  const { data, isPending, isError, isFetchingNextPage, isFetchNextPageError, hasNextPage, ...query } =
    useTickets(side, tab);
  const tickets = data?.pages.flatMap(({ items }) => items) ?? [];
  if (isPending) return <RowSkeletons rows={4} />;
  if (isError && tickets.length === 0) {
    return <ErrorState title={t("tickets.failed")} onRetry={() => void query.refetch()} />;
  }
  if (tickets.length === 0) {
    return (
      <EmptyState title={t(`tickets.empty.${tab}`)} text={t(`tickets.emptyText.${side}`)} action={action} />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={t(`tab.${tab}`)}>
        {tickets.map((ticket) => (
          <TicketCard key={ticket.id} ticket={ticket} side={side} to={pathOf(ticket.id)} />
        ))}
      </ul>
      {hasNextPage && (
        <InfiniteScroll
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
        />
      )}
    </>
  );
}
