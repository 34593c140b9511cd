import { useState } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { SearchField } from "@/ui/SearchField";
import { Sheet } from "@/ui/Sheet";
import { RowSkeletons } from "@/ui/Skeletons";
import { SwitchField } from "@/ui/SwitchField";
import { type OfferingRow, PER_PAGE, useOfferings } from "../../catalogue/api";
import { useSoldOut } from "../../catalogue/hooks/useSoldOut";
import classes from "../../components/BusinessScreen.module.css";
import { Pages } from "../../list/Pages";
import { useTyped } from "../../list/useTyped";
import { QUERY_MAX } from "../model/filters";

/** Switches of all that is on sale, also for members who may not change the catalogue. */
export function SoldOutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["business-catalogue", "business-orders"]);
  const [filter, setFilter] = useState({ query: "", page: 1 });
  const [query, setQuery] = useTyped(filter.query, (text) => setFilter({ query: text, page: 1 }));
  const [onlySoldOut, setOnlySoldOut] = useState(false);
  const { data, ...offerings } = useOfferings({
    state: "active",
    ...(onlySoldOut && { sold_out: true }),
    ...filter,
  });
  return (
    <Sheet opened onClose={onClose} title={t("business-orders:soldOut")}>
      <div className={classes.panel} aria-busy={offerings.isPlaceholderData}>
        <SearchField label={t("search")} value={query} onChange={setQuery} maxLength={QUERY_MAX} />
        <SwitchField
          label={t("stock.sold_out")}
          checked={onlySoldOut}
          onChange={(only) => {
            setOnlySoldOut(only);
            setFilter({ ...filter, page: 1 });
          }}
        />
        {data && data.rows.length > 0 ? (
          <>
            <ul className={classes.list}>
              {data.rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            <Pages
              page={filter.page}
              total={data.total}
              size={PER_PAGE}
              onPage={(page) => setFilter({ ...filter, page })}
            />
          </>
        ) : data ? (
          <EmptyState title={t("none.title")} text={t("none.text")} />
        ) : offerings.isError ? (
          <ErrorState title={t("loadFailed")} onRetry={() => void offerings.refetch()} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </Sheet>
  );
}

function Row({ row }: { row: OfferingRow }) {
  const { t } = useTranslation("business-catalogue");
  const { soldOut, save } = useSoldOut(row);
  return (
    <li>
      <SwitchField
        label={<Bdi>{row.name}</Bdi>}
        {...(soldOut && { description: t("action.soldOut") })}
        checked={soldOut}
        onChange={save}
      />
    </li>
  );
}
