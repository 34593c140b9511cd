import { useTranslation } from "react-i18next";
import { useLanguage } from "@/lib/i18n";
import { VisuallyHidden } from "@/ui/VisuallyHidden";

/** Price level of a company, 1 to 4, as signs of its currency. */
export function PriceLevel({ level, currency }: { level: number; currency: string }) {
  const { t } = useTranslation("discover");
  const { tag } = useLanguage();
  return (
    <span>
      <VisuallyHidden>{t("company.priceLevel", { level })}</VisuallyHidden>
      <span aria-hidden="true">{currencySign(tag, currency).repeat(level)}</span>
    </span>
  );
}

/** Sign of a currency; a currency without a sign of one letter gets the general one. */
function currencySign(tag: string, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
  const sign = format.formatToParts(0).find(({ type }) => type === "currency")?.value ?? "";
  return sign.length === 1 ? sign : "¤";
}
