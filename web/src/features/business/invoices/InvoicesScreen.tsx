import { Button } from "@mantine/core";
import { IconDownload, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { SearchField } from "@/ui/SearchField";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { Pages } from "../list/Pages";
import { useTyped } from "../list/useTyped";
import classes from "../sales/Sales.module.css";
import { type InvoiceFilters, PER_PAGE, useExportInvoices, useInvoices } from "./api";
import { InvoiceTable } from "./InvoiceTable";

const KINDS = ["", "invoice", "credit_note"] as const;

function filtersOf(search: URLSearchParams): InvoiceFilters {
  const kind = KINDS.find((one) => one === search.get("kind")) ?? "";
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  return { query: search.get("query") ?? "", kind, page };
}

/** Invoices and credit notes, the newest first. The address keeps the filters. */
export function InvoicesScreen() {
  const { t } = useTranslation(["business-sales", "invoice"]);
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const change = (next: Partial<InvoiceFilters>) => {
    const { query, kind, page } = { ...filters, page: 1, ...next };
    const entries = { query, kind, page: page > 1 ? String(page) : "" };
    setSearch(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), { replace: true });
  };
  const [text, setText] = useTyped(filters.query, (query) => change({ query }));
  const invoices = useInvoices(filters);
  const file = useExportInvoices();
  const isFiltered = Boolean(filters.query || filters.kind);
  return (
    <Screen title={t("invoices.title")} wide>
      <div className={classes.page}>
        <div className={classes.tools}>
          <SearchField
            label={t("invoices.search")}
            value={text}
            onChange={setText}
            maxLength={100}
            className={classes.search}
          />
          <div className={classes.actions}>
            <SelectField
              aria-label={t("invoices.kind")}
              value={filters.kind}
              data={KINDS.map((kind) => ({ value: kind, label: t(`invoices.filter.${kind || "all"}`) }))}
              onChange={({ currentTarget }) =>
                change({ kind: KINDS.find((kind) => kind === currentTarget.value) ?? "" })
              }
            />
            <Button
              variant="default"
              leftSection={<Icon of={IconDownload} />}
              loading={file.isPending}
              disabled={!invoices.data?.items.length}
              onClick={() => file.mutate(filters, { onError: () => toast.error(t("invoices.exportFailed")) })}
            >
              {t("invoices.export")}
            </Button>
            <Button
              component={Link}
              to="/pro/invoices/new"
              color="terracotta"
              leftSection={<Icon of={IconPlus} />}
            >
              {t("invoices.new")}
            </Button>
          </div>
        </div>
        {invoices.data ? (
          invoices.data.items.length > 0 ? (
            <div className={classes.panel} aria-busy={invoices.isPlaceholderData}>
              <InvoiceTable invoices={invoices.data.items} />
              <Pages
                page={filters.page}
                total={invoices.data.total}
                size={PER_PAGE}
                onPage={(page) => change({ page })}
              />
            </div>
          ) : (
            <EmptyState
              title={t(isFiltered ? "invoices.noMatch" : "invoices.empty")}
              text={t(isFiltered ? "customers.noMatchText" : "invoices.emptyText")}
            />
          )
        ) : invoices.isError ? (
          <ErrorState title={t("invoices.failed")} onRetry={() => void invoices.refetch()} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </Screen>
  );
}
