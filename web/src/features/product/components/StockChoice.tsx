import { IconMinus, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { usePageParams } from "@/lib/usePageParams";
import { AddToCart } from "@/shared/cart/AddToCart";
import { useMoney } from "@/shared/money/formatMoney";
import { Price } from "@/shared/money/Price";
import { StockNote } from "@/shared/variants/StockNote";
import { maxQuantity, readQuantity } from "@/shared/variants/stock";
import { VariantPicker } from "@/shared/variants/VariantPicker";
import { firstVariant, isForSale } from "@/shared/variants/variants";
import { IconButton } from "@/ui/IconButton";
import type { OfferingDetails } from "../api";
import classes from "./BuyBox.module.css";

/** Variant and quantity of a product, with its stock. Both stand in the address. */
export function StockChoice({ offering }: { offering: OfferingDetails }) {
  const [params, setParams] = usePageParams();
  const { variants, currency } = offering;
  const chosen = variants.find(({ id }) => String(id) === params.get("variant")) ?? firstVariant(variants);
  const quantity = readQuantity(params.get("quantity"), chosen);
  const change = (name: "variant" | "quantity", value: number) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(name, String(value));
        return next;
      },
      { flushSync: true },
    );
  const price = chosen?.price ?? offering.price;
  return (
    <>
      <div className={classes.prices}>
        <Price amount={price} currency={currency} size="lg" />
        {chosen && <StockNote variant={chosen} soldOut={offering.sold_out} />}
      </div>
      <VariantPicker
        variants={variants}
        currency={currency}
        chosen={chosen}
        onChoose={({ id }) => change("variant", id)}
      />
      {chosen && isForSale(chosen) && !offering.sold_out && (
        <Quantity
          value={quantity}
          max={maxQuantity(chosen)}
          total={price * quantity}
          currency={currency}
          onChange={(value) => change("quantity", value)}
        />
      )}
      {chosen && isForSale(chosen) && !offering.sold_out && (
        <AddToCart product={offering} variant={chosen} quantity={quantity} />
      )}
    </>
  );
}

interface QuantityProps {
  value: number;
  max: number;
  /** Minor units. */
  total: number;
  currency: string;
  onChange: (value: number) => void;
}

function Quantity({ value, max, total, currency, onChange }: QuantityProps) {
  const { t } = useTranslation("product");
  const format = useFormat();
  const money = useMoney();
  return (
    <div className={classes.quantity}>
      <span className={classes.label} id="quantity-label">
        {t("quantity.label")}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand beside its label */}
      <div className={classes.stepper} role="group" aria-labelledby="quantity-label">
        <IconButton
          icon={IconMinus}
          label={t("quantity.less")}
          disabled={value <= 1}
          onClick={() => onChange(value - 1)}
        />
        <output aria-live="polite">{format.number(value)}</output>
        <IconButton
          icon={IconPlus}
          label={t("quantity.more")}
          disabled={value >= max}
          onClick={() => onChange(value + 1)}
        />
      </div>
      {value > 1 && (
        <span className={classes.muted}>{t("quantity.total", { price: money(total, currency) })}</span>
      )}
    </div>
  );
}
