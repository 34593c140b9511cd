import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import classes from "./PriceLevel.module.css";

const LEVELS = 4;

/** Price level of a company, 1 to 4, as signs of its currency. */
export function PriceLevel({ level, currency }: { level: number; currency: string }) {
  const { t } = useTranslation("company");
  const { tag } = useLanguage();
  const sign = currencySign(tag, currency);
  return (
    <span>
      <VisuallyHidden>{t("priceLevel", { level })}</VisuallyHidden>
      <span aria-hidden="true" className={classes.level}>
        {sign.repeat(level)}
        <span className={classes.rest}>{sign.repeat(LEVELS - level)}</span>
      </span>
    </span>
  );
}

/** A currency without a sign of one letter gets the general one. */
function currencySign(tag: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? "";
  return sign.length === 1 ? sign : "¤";
}
