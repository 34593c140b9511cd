import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { useZonedFormat } from "@/shared/booking/hooks/useZonedFormat";
import { ActionError } from "@/shared/forms/ActionError";
import { useMoney } from "@/shared/money/formatMoney";
import { useNow } from "@/shared/opening/useNow";
import classes from "../components/BusinessScreen.module.css";
import { lastInstant } from "../model/days";
import { type PromoCode, useEndPromoCode } from "./api";
import { type PromoState, stateOf, type Terms } from "./model";

const TONES: Record<PromoState, string> = { open: "good", planned: "new", usedUp: "none", ended: "none" };

interface PromoCodeItemProps {
  code: PromoCode;
  terms: Terms;
  onEdit: () => void;
}

/** One code with its reduction, time and uses. */
export function PromoCodeItem({ code, terms, onEdit }: PromoCodeItemProps) {
  const { t } = useTranslation("business-sales");
  const money = useMoney();
  const { number } = useFormat();
  const { currency, time_zone } = terms;
  const { yearDate } = useZonedFormat(time_zone);
  const state = stateOf(code, useNow());
  const end = useEndPromoCode();
  const { kind, value, minimum_order, limit_total, limit_each, used } = code;
  const reduction =
    kind === "percent"
      ? t("offers.percentOff", { percent: value })
      : kind === "amount"
        ? t("offers.amountOff", { amount: money(value, currency, "tag") })
        : t("offers.freeDelivery");
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <span className={classes.code}>
          <bdi dir="ltr">{code.code}</bdi>
        </span>
        <span className={classes.chip} data-tone={TONES[state]}>
          {t(`offers.state.${state}`)}
        </span>
      </div>
      <span>
        {reduction}
        {minimum_order > 0 && ` · ${t("offers.from", { amount: money(minimum_order, currency, "tag") })}`}
      </span>
      <span className={classes.muted}>
        {t("offers.dates", {
          from: yearDate(code.starts_at),
          until: yearDate(lastInstant(code.ends_at)),
        })}{" "}
        ·{" "}
        {typeof limit_total === "number"
          ? t("offers.usedOf", { used: number(used), limit: number(limit_total) })
          : t("offers.used", { count: used })}
        {typeof limit_each === "number" && ` · ${t("offers.each", { count: limit_each })}`}
      </span>
      <ActionError error={end.error} text={t("offers.saveFailed")} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onEdit}>
          {t("offers.edit")}
        </Button>
        {state !== "ended" && (
          <Button
            variant="default"
            className={classes.danger}
            loading={end.isPending}
            onClick={() =>
              end.mutate(code.id, {
                onSuccess: () => toast.success(t("offers.ended", { code: code.code })),
              })
            }
          >
            {t("offers.end")}
          </Button>
        )}
      </div>
    </li>
  );
}
