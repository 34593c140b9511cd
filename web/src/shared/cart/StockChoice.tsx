import { useTranslation } from "react-i18next";
import { usePageParams } from "@/lib/usePageParams";
import { useMoney } from "@/shared/money/formatMoney";
import { Price } from "@/shared/money/Price";
import type { OfferingDetails } from "@/shared/offering/types";
import { StockNote } from "@/shared/variants/StockNote";
import { maxQuantity, readQuantity } from "@/shared/variants/stock";
import { VariantPicker } from "@/shared/variants/VariantPicker";
import { firstVariant, isForSale } from "@/shared/variants/variants";
import { AddToCart } from "./AddToCart";
import { QuantityStepper } from "./QuantityStepper";
import classes from "./StockChoice.module.css";

interface StockChoiceProps {
  offering: OfferingDetails;
  onAdded?: () => void;
}

/** Variant and quantity of a product, with its stock. Both stand in the address. */
export function StockChoice({ offering, onAdded }: StockChoiceProps) {
  const { t } = useTranslation("product");
  const money = useMoney();
  const [params, setParams] = usePageParams();
  const { name, variants, currency } = offering;
  const chosen = variants.find(({ id }) => String(id) === params.get("variant")) ?? firstVariant(variants);
  const quantity = readQuantity(params.get("quantity"), chosen);
  const change = (key: "variant" | "quantity", value: number) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(key, String(value));
        return next;
      },
      { flushSync: true },
    );
  const price = chosen?.price ?? offering.price;
  return (
    <>
      <div className={classes.row}>
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
        <>
          <div className={classes.row}>
            <span className={classes.label}>{t("quantity.label")}</span>
            <QuantityStepper
              name={name}
              value={quantity}
              min={1}
              max={maxQuantity(chosen)}
              onChange={(value) => change("quantity", value)}
            />
            {quantity > 1 && (
              <span className={classes.total}>
                {t("quantity.total", { price: money(price * quantity, currency) })}
              </span>
            )}
          </div>
          <AddToCart product={offering} variant={chosen} quantity={quantity} onAdded={onAdded} />
        </>
      )}
    </>
  );
}
