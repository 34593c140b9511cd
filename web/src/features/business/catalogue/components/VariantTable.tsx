import { Checkbox } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { colorOf } from "@/shared/variants/colors";
import { DecimalField } from "@/ui/DecimalField";
import { IconButton } from "@/ui/IconButton";
import { TextField } from "@/ui/TextField";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import type { EditorErrors, VariantValues } from "../model/editor";
import { useCatalogueTerms } from "../useCatalogueTerms";
import classes from "./VariantTable.module.css";

/** Suggested colors: names that the shop shows as a swatch. */
const COLORS = [
  "black",
  "white",
  "grey",
  "navy",
  "blue",
  "green",
  "sage",
  "red",
  "burgundy",
  "terracotta",
  "mustard",
  "sand",
  "cream",
  "brown",
];
const SIZES = ["XS", "S", "M", "L", "XL", "XXL"];

interface VariantTableProps {
  variants: readonly VariantValues[];
  errors: EditorErrors;
  currency: string;
  /** Variants have color and size. */
  hasAttributes: boolean;
  /** Each variant needs a number of units. */
  isCounted: boolean;
  onChange: (variants: VariantValues[]) => void;
}

const isRequired = (column: string, isCounted: boolean): boolean =>
  column === "price" || (column === "capacity" && isCounted);

/** Marks the label of a column whose fields are optional. */
function useMarkedLabel(isCounted: boolean) {
  const { t } = useTranslation();
  return (column: string, label: string) =>
    isRequired(column, isCounted) ? label : t("field.withOptional", { label });
}

/** Says whether the price contains the VAT, which differs by country. */
function usePriceLabel(currency: string): string {
  const { t } = useTranslation("business-catalogue");
  const isNet = useCatalogueTerms().data?.vat_mode === "on_top";
  return t(isNet ? "field.priceNet" : "field.price", { currency });
}

/** Variants edited in place. On a phone each one is a card. */
export function VariantTable(props: VariantTableProps) {
  const { variants, errors, currency, hasAttributes, isCounted, onChange } = props;
  const { t } = useTranslation("business-catalogue");
  const id = useId();
  const priceLabel = usePriceLabel(currency);
  const marked = useMarkedLabel(isCounted);
  const isNamed = variants.length > 1;
  const columns = [
    ...(isNamed ? ["variant" as const] : []),
    ...(hasAttributes ? (["color", "size"] as const) : []),
    "sku" as const,
  ];
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{marked(column, t(`field.${column}`))}</th>
            ))}
            <th>{priceLabel}</th>
            <th>{marked("capacity", t("field.capacity"))}</th>
            <th>{t("field.soldOut")}</th>
            {isNamed && (
              <th>
                <VisuallyHidden>{t("column.actions")}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {variants.map((variant, at) => (
            <Row
              key={variant.key}
              variant={variant}
              at={at}
              lists={id}
              isNamed={isNamed}
              hasAttributes={hasAttributes}
              isCounted={isCounted}
              priceLabel={priceLabel}
              errors={errors}
              onChange={(change) => onChange(variants.with(at, { ...variant, ...change }))}
              onRemove={() => onChange(variants.toSpliced(at, 1))}
            />
          ))}
        </tbody>
      </table>
      <datalist id={`${id}-color`}>
        {COLORS.map((color) => (
          <option key={color} value={color} />
        ))}
      </datalist>
      <datalist id={`${id}-size`}>
        {SIZES.map((size) => (
          <option key={size} value={size} />
        ))}
      </datalist>
    </>
  );
}

interface RowProps {
  variant: VariantValues;
  at: number;
  /** Prefix of the ids of suggestions. */
  lists: string;
  isNamed: boolean;
  hasAttributes: boolean;
  isCounted: boolean;
  priceLabel: string;
  errors: EditorErrors;
  onChange: (change: Partial<VariantValues>) => void;
  onRemove: () => void;
}

type TextKey = "capacity" | "color" | "name" | "price" | "size" | "sku";

function Row(props: RowProps) {
  const { variant, at, lists, isNamed, hasAttributes, isCounted, priceLabel, errors } = props;
  const { onChange, onRemove } = props;
  const { t } = useTranslation("business-catalogue");
  const name = variant.name || variant.size || String(at + 1);
  const labels: Readonly<Record<TextKey, string>> = {
    name: t("field.variant"),
    color: t("field.color"),
    size: t("field.size"),
    sku: t("field.sku"),
    price: priceLabel,
    capacity: t("field.capacity"),
  };
  const marked = useMarkedLabel(isCounted);
  const cell = (key: TextKey) => ({ "data-label": marked(key, labels[key]) });
  const field = (key: TextKey, maxLength: number) => ({
    "aria-label": marked(key, isNamed ? t("field.ofVariant", { field: labels[key], name }) : labels[key]),
    required: isRequired(key, isCounted),
    maxLength,
    value: variant[key],
    error: errors[`variants.${at}.${key}`],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [key]: event.currentTarget.value }),
  });
  const swatch = variant.color ? colorOf(variant.color) : null;
  return (
    <tr>
      {isNamed && (
        <td {...cell("name")}>
          <TextField {...field("name", 80)} />
        </td>
      )}
      {hasAttributes && (
        <>
          <td {...cell("color")}>
            <TextField
              {...field("color", 40)}
              list={`${lists}-color`}
              leftSection={
                <span className={classes.dot} style={swatch ? { background: swatch } : undefined} />
              }
            />
          </td>
          <td {...cell("size")} className={classes.short}>
            <TextField {...field("size", 40)} list={`${lists}-size`} />
          </td>
        </>
      )}
      <td {...cell("sku")}>
        <TextField {...field("sku", 60)} />
      </td>
      <td {...cell("price")} className={classes.short}>
        <DecimalField {...field("price", 14)} />
      </td>
      <td {...cell("capacity")} className={classes.short}>
        <TextField
          {...field("capacity", 7)}
          inputMode="numeric"
          placeholder={isCounted ? undefined : t("uncounted")}
          description={variant.taken > 0 ? t("field.taken", { count: variant.taken }) : undefined}
        />
      </td>
      <td data-label={t("field.soldOut")}>
        <span className={classes.check}>
          <Checkbox
            aria-label={isNamed ? t("soldOut", { name }) : t("field.soldOut")}
            checked={variant.soldOut}
            onChange={(event) => onChange({ soldOut: event.currentTarget.checked })}
          />
        </span>
      </td>
      {isNamed && (
        <td>
          <IconButton icon={IconTrash} label={t("delete", { name })} onClick={onRemove} />
        </td>
      )}
    </tr>
  );
}
