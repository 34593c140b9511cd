import { Checkbox } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { useMoney } from "@/shared/money/formatMoney";
import { Picture } from "@/shared/picture/Picture";
import { IconButton } from "@/ui/IconButton";
import { type OfferingRow, useDuplicate, useSetSoldOut } from "../api";
import { useCatalogueTerms } from "../useCatalogueTerms";
import classes from "./Catalogue.module.css";

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
          <th aria-label={t("column.actions")} />
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
  const money = useMoney();
  const currency = useCatalogueTerms().data?.currency;
  const navigate = useNavigate();
  const setSoldOut = useSetSoldOut();
  const duplicate = useDuplicate();
  const soldOut = setSoldOut.isPending ? setSoldOut.variables.soldOut : row.sold_out;
  const failed = () => toast.error(t("failed"));
  const copy = () =>
    duplicate.mutate(row.id, {
      onSuccess: (id) => navigate(`/pro/catalogue/offerings/${id}`),
      onError: failed,
    });
  return (
    <tr data-selected={selected || undefined}>
      <td>
        <Checkbox aria-label={t("select", { name: row.name })} checked={selected} onChange={onToggle} />
      </td>
      <td>
        <Link to={`/pro/catalogue/offerings/${row.id}`} className={classes.name}>
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
        {currency && money(row.price, currency)}
      </td>
      <td data-label={t("column.units")} className={classes.number}>
        {row.units ?? t("uncounted")}
      </td>
      <td data-label={t("column.state")}>{t(`state.${row.state}`)}</td>
      <td data-label={t("column.soldOut")}>
        <input
          type="checkbox"
          role="switch"
          className={classes.switch}
          aria-label={t("soldOut", { name: row.name })}
          checked={soldOut}
          aria-checked={soldOut}
          onChange={(event) =>
            setSoldOut.mutate({ id: row.id, soldOut: event.currentTarget.checked }, { onError: failed })
          }
        />
      </td>
      <td>
        <IconButton icon={IconCopy} label={t("duplicate", { name: row.name })} onClick={copy} />
      </td>
    </tr>
  );
}
