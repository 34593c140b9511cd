import { Button, Skeleton } from "@mantine/core";
import { IconArrowsSort, IconDownload, IconPlus, IconUpload } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { toast } from "@/lib/toasts";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { SearchField } from "@/ui/SearchField";
import { SelectField } from "@/ui/SelectField";
import { type OfferingKind, type OfferingState, useFolders, useOfferings } from "../api";
import { useExport } from "../csvApi";
import { BulkBar } from "./BulkBar";
import classes from "./Catalogue.module.css";
import { ImportSheet } from "./ImportSheet";
import { OfferingOrderSheet } from "./OfferingOrderSheet";
import { OfferingTable } from "./OfferingTable";

const STATES = ["", "active", "draft", "archived"] as const;
/** Filters of the server. */
const STOCKS = ["", "sold_out", "low_stock"] as const;

/** Offerings of a kind: search, filters in the address, selection and pages. */
export function OfferingsPanel({ kind }: { kind: OfferingKind }) {
  const { t } = useTranslation("business-catalogue");
  const [search, setSearch] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const folders = useFolders();
  const [isImporting, setImporting] = useState(false);
  const [isArranging, setArranging] = useState(false);
  const exported = useExport();
  const value = (key: string) => search.get(key) ?? "";
  const put = (key: string, text: string) => {
    const next = new URLSearchParams(search);
    if (text) next.set(key, text);
    else next.delete(key);
    if (key !== "page") next.delete("page");
    setSearch(next, { replace: true });
    setSelected(new Set());
  };
  const query = useDeferredValue(value("q"));
  const state = STATES.find((key) => key === value("state")) ?? "";
  const stock = STOCKS.find((key) => key === value("stock")) ?? "";
  const page = Math.max(1, Number(value("page")) || 1);
  const filter = {
    kind,
    page,
    ...(state && { state: state as OfferingState }),
    ...(value("folder") && { folder_id: Number(value("folder")) }),
    ...(stock && { [stock]: true }),
    ...(query && { query }),
  };
  const offerings = useOfferings(filter);
  const exportOfferings = (): Promise<void> =>
    exported.mutateAsync(filter).catch((error) => toast.error(t("export.failed"), error, exportOfferings));
  const isFiltered = Boolean(state || value("folder") || stock || query);
  const add = (
    <Button
      component={Link}
      to={`/pro/catalogue/offerings/new?kind=${kind}`}
      color="terracotta"
      leftSection={<Icon of={IconPlus} />}
    >
      {t(`add.${kind}`)}
    </Button>
  );
  const list = offerings.data;
  return (
    <div className={classes.panel}>
      <div className={classes.bar}>
        <SearchField
          className={classes.search}
          label={t("search")}
          value={value("q")}
          onChange={(text) => put("q", text)}
        />
        <SelectField
          aria-label={t("filter.state")}
          value={state}
          onChange={(event) => put("state", event.currentTarget.value)}
          data={STATES.map((key) => ({ value: key, label: t(`state.${key || "all"}`) }))}
        />
        <SelectField
          aria-label={t("filter.folder")}
          value={value("folder")}
          onChange={(event) => put("folder", event.currentTarget.value)}
          data={[
            { value: "", label: t("filter.allFolders") },
            ...(folders.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        <SelectField
          aria-label={t("filter.stock")}
          value={stock}
          onChange={(event) => put("stock", event.currentTarget.value)}
          data={STOCKS.filter((key) => key !== "low_stock" || kind === "product").map((key) => ({
            value: key,
            label: t(`stock.${key || "all"}`),
          }))}
        />
      </div>
      <div className={classes.bar}>
        {add}
        <Button variant="default" leftSection={<Icon of={IconUpload} />} onClick={() => setImporting(true)}>
          {t("import.open")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconDownload} />}
          loading={exported.isPending}
          onClick={exportOfferings}
        >
          {t("export.open")}
        </Button>
        <Button
          variant="default"
          leftSection={<Icon of={IconArrowsSort} />}
          onClick={() => setArranging(true)}
        >
          {t("arrange.open")}
        </Button>
      </div>
      {selected.size > 0 && (
        <BulkBar
          ids={[...selected]}
          isArchive={state === "archived"}
          folders={folders.data ?? []}
          onDone={() => setSelected(new Set())}
        />
      )}
      {isArranging && (
        <OfferingOrderSheet
          kind={kind}
          folders={folders.data ?? []}
          folder={value("folder")}
          onClose={() => setArranging(false)}
        />
      )}
      {isImporting && <ImportSheet onClose={() => setImporting(false)} />}
      {list ? (
        list.rows.length === 0 ? (
          <EmptyState
            title={t(isFiltered ? "none.title" : `empty.${kind}`)}
            text={t(isFiltered ? "none.text" : "empty.text")}
            {...(!isFiltered && { action: add })}
          />
        ) : (
          <>
            <OfferingTable rows={list.rows} selected={selected} onSelect={setSelected} />
            <div className={classes.pages}>
              <Button variant="subtle" disabled={page <= 1} onClick={() => put("page", String(page - 1))}>
                {t("page.previous")}
              </Button>
              <span>{t("page.total", { count: list.total })}</span>
              <Button
                variant="subtle"
                disabled={list.next === null}
                onClick={() => put("page", String(page + 1))}
              >
                {t("page.next")}
              </Button>
            </div>
          </>
        )
      ) : offerings.isError ? (
        <ErrorState title={t("loadFailed")} onRetry={() => offerings.refetch()} />
      ) : (
        <div className={classes.stack} role="status" aria-label={t("common:state.loading")}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} height={56} radius="md" />
          ))}
        </div>
      )}
    </div>
  );
}
