import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { type News, useNews, useStore } from "../api";
import { DeleteNews } from "./DeleteNews";
import media from "./Media.module.css";
import { NewsRow } from "./NewsRow";
import { NewsSheet } from "./NewsSheet";
import classes from "./Store.module.css";

type Open = { sheet: "edit"; news: News | null } | { sheet: "delete"; news: News };

/** News of the company, newest first, those to come included. */
export function NewsPanel() {
  const { t } = useTranslation("business-store");
  const [page, setPage] = useState(1);
  const news = useNews(page);
  const zone = useStore().data?.time_zone;
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  if (news.isLoadingError) return <ErrorState title={t("failed")} onRetry={() => void news.refetch()} />;
  if (!news.data || !zone) {
    return (
      <div className={classes.panel} role="status" aria-label={t("common:state.loading")}>
        <Skeleton height={120} radius="lg" />
        <Skeleton height={120} radius="lg" />
      </div>
    );
  }
  const { items, total, more } = news.data;
  const add = (
    <Button
      color="terracotta"
      leftSection={<Icon of={IconPlus} />}
      onClick={() => setOpen({ sheet: "edit", news: null })}
    >
      {t("news.add")}
    </Button>
  );
  return (
    <div className={classes.panel}>
      {total === 0 ? (
        <EmptyState title={t("news.empty")} text={t("news.emptyText")} action={add} />
      ) : (
        <>
          <div className={classes.head}>
            <p className={classes.muted}>{t("news.lead")}</p>
            {add}
          </div>
          <ul className={media.list}>
            {items.map((one) => (
              <NewsRow
                key={one.id}
                news={one}
                onEdit={() => setOpen({ sheet: "edit", news: one })}
                onDelete={() => setOpen({ sheet: "delete", news: one })}
              />
            ))}
          </ul>
          {(page > 1 || more) && (
            <div className={classes.line}>
              <Button variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {t("news.newer")}
              </Button>
              <Button variant="default" disabled={!more} onClick={() => setPage(page + 1)}>
                {t("news.older")}
              </Button>
            </div>
          )}
        </>
      )}
      {/* The words of a sheet come with its first opening: the panel stays, and the focus in it. */}
      <Suspense>
        {open?.sheet === "edit" && <NewsSheet news={open.news} zone={zone} onClose={close} />}
        {open?.sheet === "delete" && <DeleteNews news={open.news} onClose={close} />}
      </Suspense>
    </div>
  );
}
