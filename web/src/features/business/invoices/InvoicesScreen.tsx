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
import { TextField } from "@/ui/TextField";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import classes from "../components/BusinessScreen.module.css";
import { Pages } from "../list/Pages";
import { sortingEntries, sortingOf } from "../list/sort";
import { useTyped } from "../list/useTyped";
import { isDate } from "../reservations/model/dates";
import { type InvoiceFilters, PER_PAGE, SORTS, useExportInvoices, useInvoices } from "./api";
import { InvoiceTable } from "./InvoiceTable";

const KINDS = ["", "invoice", "credit_note"] as const;

function filtersOf(search: URLSearchParams): InvoiceFilters {
  const kind = KINDS.find((one) => one === search.get("kind")) ?? "";
  const page = Math.max(1, Math.trunc(Number(search.get("page"))) || 1);
  const dateOf = (key: string) => {
    const date = search.get(key);
    return isDate(date) ? date : null;
  };
  return {
    query: search.get("query") ?? "",
    kind,
    from: dateOf("from"),
    to: dateOf("to"),
    page,
    ...sortingOf(search, SORTS),
  };
}

/** Invoices and credit notes. The address keeps filters and sorting. */
export function InvoicesScreen() {
  const { t } = useTranslation(["business-sales", "invoice"]);
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const change = (next: Partial<InvoiceFilters>) => {
    const { query, kind, from, to, page, ...sorting } = { ...filters, page: 1, ...next };
    const entries = {
      query,
      kind,
      from: from ?? "",
      to: to ?? "",
      page: page > 1 ? String(page) : "",
      ...sortingEntries(sorting, SORTS),
    };
    setSearch(Object.fromEntries(Object.entries(entries).filter(([, value]) => value)), { replace: true });
  };
  const [text, setText] = useTyped(filters.query, (query) => change({ query }));
  const terms = useCatalogueTerms();
  const zone = terms.data?.time_zone;
  const invoices = useInvoices(filters, zone);
  const file = useExportInvoices(zone);
  const exportInvoices = (): Promise<void> =>
    file
      .mutateAsync(filters)
      .catch((error) => toast.error(t("invoices.exportFailed"), error, exportInvoices));
  const isFiltered = Boolean(filters.query || filters.kind || filters.from || filters.to);
  const dateOf = (text: string) => (isDate(text) ? text : null);
  const retry = () => void (terms.isError ? terms.refetch() : invoices.refetch());
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
              label={t("invoices.kind")}
              value={filters.kind}
              data={KINDS.map((kind) => ({ value: kind, label: t(`invoices.filter.${kind || "all"}`) }))}
              onChange={({ currentTarget }) =>
                change({ kind: KINDS.find((kind) => kind === currentTarget.value) ?? "" })
              }
            />
            <TextField
              type="date"
              label={t("invoices.from")}
              value={filters.from ?? ""}
              max={filters.to ?? undefined}
              onChange={({ currentTarget }) => change({ from: dateOf(currentTarget.value) })}
            />
            <TextField
              type="date"
              label={t("invoices.to")}
              value={filters.to ?? ""}
              min={filters.from ?? undefined}
              onChange={({ currentTarget }) => change({ to: dateOf(currentTarget.value) })}
            />
            <Button
              variant="default"
              leftSection={<Icon of={IconDownload} />}
              loading={file.isPending}
              disabled={!invoices.data?.items.length}
              onClick={exportInvoices}
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
              <InvoiceTable invoices={invoices.data.items} sorting={filters} onSort={change} />
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
        ) : invoices.isError || terms.isError ? (
          <ErrorState title={t("invoices.failed")} onRetry={retry} />
        ) : (
          <RowSkeletons />
        )}
      </div>
    </Screen>
  );
}
