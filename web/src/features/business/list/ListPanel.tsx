import { Button } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentPropsWithRef, ReactNode } from "react";
import type { Page } from "@/api/pagination";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import classes from "./List.module.css";
import { Pages } from "./Pages";

interface ListPanelProps<Row> extends Omit<ComponentPropsWithRef<"div">, "children"> {
  list: UseQueryResult<Page<Row>>;
  page: number;
  /** Rows of one page. */
  size: number;
  onPage: (page: number) => void;
  /** Number of rows in words. */
  counted: (count: number) => string;
  /** State without rows. `reset` takes the filters off. */
  empty: { title: string; text: string; reset?: { label: string; onClick: () => void } };
  failed: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Page of a list with its states: loading, failed, without rows. */
export function ListPanel<Row>({
  list,
  page,
  size,
  onPage,
  counted,
  empty: { title, text, reset },
  failed,
  children,
  ...props
}: ListPanelProps<Row>) {
  const { data } = list;
  return (
    <div {...props} className={classes.panel} aria-busy={list.isPlaceholderData}>
      {data && data.items.length > 0 ? (
        <>
          {children(data.items)}
          <Pages page={page} total={data.total} size={size} onPage={onPage} single={counted(data.total)} />
        </>
      ) : data ? (
        <EmptyState
          title={title}
          text={text}
          action={
            reset && (
              <Button variant="default" onClick={reset.onClick}>
                {reset.label}
              </Button>
            )
          }
        />
      ) : list.isError ? (
        <ErrorState title={failed} onRetry={() => void list.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </div>
  );
}
