import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { SearchField } from "@/ui/SearchField";
import { RowSkeletons } from "@/ui/Skeletons";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import classes from "../components/BusinessScreen.module.css";
import { type Sorting, sortingEntries, sortingOf } from "../list/sort";
import { useTyped } from "../list/useTyped";
import { useMay } from "../permissions";
import { type CustomerSort, SORTS, useCustomers, useExportCustomers } from "./api";
import { CustomerTable } from "./CustomerTable";

/** Customers who ordered. The address keeps search and sorting. */
export function CustomersScreen() {
  const { t } = useTranslation("business-sales");
  const [search, setSearch] = useSearchParams();
  const query = search.get("query") ?? "";
  const sorting = sortingOf(search, SORTS);
  const change = (next: Partial<Sorting<CustomerSort> & { query: string }>) => {
    const { query: typed, ...sorted } = { query, ...sorting, ...next };
    const entries = { query: typed, ...sortingEntries(sorted, SORTS) };
    setSearch(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), { replace: true });
  };
  const [text, setText] = useTyped(query, (typed) => change({ query: typed }));
  const customers = useCustomers(query, sorting);
  const terms = useCatalogueTerms();
  const file = useExportCustomers();
  const mayExport = useMay("store");
  const exportCustomers = (): Promise<void> =>
    file
      .mutateAsync(query)
      .catch((error) => toast.error(t("customers.exportFailed"), error, exportCustomers));
  const rows = customers.data?.pages.flatMap(({ data }) => data);
  const retry = () => void (customers.isError ? customers.refetch() : terms.refetch());
  return (
    <Screen title={t("customers.title")} wide>
      <div className={classes.page}>
        <div className={classes.tools}>
          <SearchField
            label={t("customers.search")}
            value={text}
            onChange={setText}
            maxLength={100}
            className={classes.search}
          />
          {mayExport && (
            <Button
              variant="default"
              leftSection={<Icon of={IconDownload} />}
              loading={file.isPending}
              disabled={!rows?.length}
              onClick={exportCustomers}
            >
              {t("customers.export")}
            </Button>
          )}
        </div>
        {rows && terms.data ? (
          rows.length > 0 ? (
            <div className={classes.panel}>
              <CustomerTable
                customers={rows}
                currency={terms.data.currency}
                sorting={sorting}
                onSort={change}
              />
              {customers.hasNextPage && (
                <Button
                  variant="default"
                  loading={customers.isFetchingNextPage}
                  onClick={() => void customers.fetchNextPage()}
                >
                  {t("customers.more")}
                </Button>
              )}
            </div>
          ) : (
            <EmptyState
              title={t(query ? "customers.noMatch" : "customers.empty")}
              text={t(query ? "customers.noMatchText" : "customers.emptyText")}
            />
          )
        ) : customers.isError || terms.isError ? (
          <ErrorState title={t("customers.failed")} onRetry={retry} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </Screen>
  );
}
