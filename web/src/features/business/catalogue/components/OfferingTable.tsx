import { Checkbox } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { useMoney } from "@/shared/money/formatMoney";
import type { CameFrom } from "@/shared/person/PersonLink";
import { Picture } from "@/shared/picture/Picture";
import { IconButton } from "@/ui/IconButton";
import { Switch } from "@/ui/SwitchField";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { type OfferingRow, useDuplicate } from "../api";
import { useChangeVariant } from "../bulkApi";
import { useSoldOut } from "../hooks/useSoldOut";
import { amountText, parseAmount } from "../model/amount";
import { refusedFields } from "../model/serverMessages";
import { useCatalogueTerms } from "../useCatalogueTerms";
import classes from "./Catalogue.module.css";
import { CellField } from "./CellField";

interface OfferingTableProps {
  rows: readonly OfferingRow[];
  selected: ReadonlySet<number>;
  onSelect: (ids: ReadonlySet<number>) => void;
}

/** Table of offerings. On a phone each row is a card. */
export function OfferingTable({ rows, selected, onSelect }: OfferingTableProps) {
  const { t } = useTranslation("business-catalogue");
  const isAll = rows.every(({ id }) => selected.has(id));
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th>
            <Checkbox
              aria-label={t("selectAll")}
              checked={isAll}
              indeterminate={!isAll && selected.size > 0}
              onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
            />
          </th>
          <th>{t("column.name")}</th>
          <th>{t("column.price")}</th>
          <th>{t("column.units")}</th>
          <th>{t("column.state")}</th>
          <th>{t("column.soldOut")}</th>
          <th>
            <VisuallyHidden>{t("column.actions")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} selected={selected.has(row.id)} onToggle={() => toggle(row.id)} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: OfferingRow;
  selected: boolean;
  onToggle: () => void;
}

function Row({ row, selected, onToggle }: RowProps) {
  const { t } = useTranslation(["business-catalogue", "category"]);
  const currency = useCatalogueTerms().data?.currency;
  const navigate = useNavigate();
  const { soldOut, save: saveSoldOut } = useSoldOut(row);
  const duplicate = useDuplicate();
  const { pathname, search } = useLocation();
  const state: CameFrom = { from: pathname + search };
  const failed = (error: Error) => toast.error(t("failed"), error);
  const copy = () =>
    duplicate.mutate(row.id, {
      onSuccess: (id) => navigate(`/pro/catalogue/offerings/${id}`, { state }),
      onError: failed,
    });
  return (
    <tr data-selected={selected || undefined}>
      <td>
        <Checkbox aria-label={t("select", { name: row.name })} checked={selected} onChange={onToggle} />
      </td>
      <td>
        <Link to={`/pro/catalogue/offerings/${row.id}`} state={state} className={classes.name}>
          <span className={classes.thumb}>
            <Picture picture={row.picture} alt="" sizes="48px" ratio="1" category={row.category} />
          </span>
          <span>
            <bdi>{row.name}</bdi>
            <small>{t(`category:${row.category}`)}</small>
          </span>
        </Link>
      </td>
      <td data-label={t("column.price")} className={classes.number}>
        {currency && <PriceCell row={row} currency={currency} />}
      </td>
      <td data-label={t("column.units")} className={classes.number}>
        <UnitsCell row={row} />
      </td>
      <td data-label={t("column.state")}>{t(`state.${row.state}`)}</td>
      <td data-label={t("column.soldOut")}>
        <Switch aria-label={t("soldOut", { name: row.name })} checked={soldOut} onChange={saveSoldOut} />
      </td>
      <td>
        <IconButton icon={IconCopy} label={t("duplicate", { name: row.name })} onClick={copy} />
      </td>
    </tr>
  );
}

/** Price of the only variant, else the lowest price. */
function PriceCell({ row, currency }: { row: OfferingRow; currency: string }) {
  const { t } = useTranslation("business-catalogue");
  const money = useMoney();
  const save = useChangeVariant();
  if (row.variant_id === null) return t("fromPrice", { price: money(row.price, currency) });
  const id = row.variant_id;
  const price = (save.isPending && save.variables.price) || row.price;
  return (
    <CellField
      label={t("priceOf", { name: row.name, currency })}
      inputMode="decimal"
      value={amountText(price, currency)}
      check={(text) => (parseAmount(text, currency) === null ? t("error.amount") : null)}
      onSave={(text) =>
        save.mutate(
          { id, price: parseAmount(text, currency) ?? 0 },
          { onError: (error) => toast.error(t("failed"), error) },
        )
      }
    />
  );
}

/** Units of the only variant, else the sum of all. */
function UnitsCell({ row }: { row: OfferingRow }) {
  const { t } = useTranslation("business-catalogue");
  const save = useChangeVariant();
  if (row.variant_id === null) return row.units ?? t("uncounted");
  const id = row.variant_id;
  const units = save.isPending && save.variables.units !== undefined ? save.variables.units : row.units;
  return (
    <CellField
      label={t("unitsOf", { name: row.name })}
      inputMode="numeric"
      placeholder={t("uncounted")}
      value={units === null ? "" : String(units)}
      check={(text) => (/^\d{0,7}$/.test(text.trim()) ? null : t("error.number"))}
      onSave={(text) =>
        save.mutate(
          { id, units: text === "" ? null : Number(text) },
          {
            onError: (error) => toast.error(refusedFields(error, t).units ?? t("failed"), error),
          },
        )
      }
    />
  );
}
