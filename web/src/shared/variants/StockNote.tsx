import { useTranslation } from "react-i18next";
import classes from "./StockNote.module.css";
import { stockLevel } from "./stock";
import type { Variant } from "./variants";

interface StockNoteProps {
  variant: Variant;
  /** The whole offering is sold out. */
  soldOut: boolean;
}

/** Stock of a variant in words: in stock, few left, out of stock. */
export function StockNote({ variant, soldOut }: StockNoteProps) {
  const { t } = useTranslation("product");
  const level = soldOut ? "out" : stockLevel(variant);
  return (
    <p className={classes.stock} data-level={level} role="status">
      {t(`level.${level}`, { count: variant.left ?? 0 })}
    </p>
  );
}
