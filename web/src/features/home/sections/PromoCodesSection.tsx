import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/lib/format";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { useMoney } from "@/shared/money/formatMoney";
import { ScrollRow } from "@/shared/scroll-row/ScrollRow";
import { Bdi } from "@/ui/Bdi";
import type { HomePromoCode } from "../api";
import classes from "./PromoCodesSection.module.css";

/** Promo codes that apply near the viewer, each leading to its company. */
export function PromoCodesSection({ codes }: { codes: readonly HomePromoCode[] }) {
  const { t } = useTranslation("home");
  return (
    <ScrollRow title={t("codes.title")} size="wide">
      {codes.map((code) => (
        <li key={`${code.company_id} ${code.code}`}>
          <CodeCard code={code} />
        </li>
      ))}
    </ScrollRow>
  );
}

function CodeCard({ code }: { code: HomePromoCode }) {
  const { t } = useTranslation("home");
  const format = useFormat();
  const zoned = useZonedFormat(code.time_zone);
  const money = useMoney();
  // The code ends with the last moment before its end.
  const lastDay = zoned.yearDay(Date.parse(code.ends_at) - 1);
  const amount =
    code.discount === "percent" ? format.number(code.value) : money(code.value, code.currency, "tag");
  return (
    <article className={classes.card}>
      <h3 className={classes.discount}>{t(`codes.${code.discount}`, { amount })}</h3>
      <p>
        <Link to={`/companies/${code.handle}`} className={classes.link}>
          <Bdi line>{code.company_name}</Bdi>
        </Link>
      </p>
      <p className={classes.terms}>
        {code.minimum_order > 0 && (
          <>{t("codes.minimum", { amount: money(code.minimum_order, code.currency, "tag") })} · </>
        )}
        {t("codes.until", { date: lastDay })}
      </p>
      <p className={classes.code}>
        <bdi dir="ltr">{code.code}</bdi>
      </p>
    </article>
  );
}
