import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { cartKeys, readPromoCodes } from "@/shared/cart/api";
import type { PromoCode } from "@/shared/cart/types";
import { useMoney } from "@/shared/money/formatMoney";
import { TextField } from "@/ui/TextField";
import classes from "./Cart.module.css";
import { ChangeRefusal } from "./ChangeRefusal";
import type { PartProps } from "./HowPart";
import { Part } from "./Part";

const MAX_CODE = 40;

/** Promo codes of the company, and the one that the cart uses. */
export function PromoPart({ cart, details, attempted }: PartProps) {
  const { t } = useTranslation("cart");
  const { company, fulfilment, promo_code } = cart;
  const codes = useQuery({
    queryKey: cartKeys.promoCodes(company.id),
    queryFn: () => readPromoCodes(company.id),
  });
  const [entered, setEntered] = useState("");
  if (!fulfilment) return null;
  const apply = (code: string) =>
    details.mutate({ fulfilment, promo_code: code }, { onSuccess: () => setEntered("") });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (entered.trim()) apply(entered.trim());
  };
  return (
    <Part part="promo" title={t("promo.title")} cart={cart} attempted={attempted}>
      {promo_code ? (
        <div className={classes.row}>
          <strong>
            <bdi>{promo_code}</bdi>
          </strong>
          <Button
            variant="subtle"
            aria-label={t("promo.removeNamed", { code: promo_code })}
            onClick={() => apply("")}
          >
            {t("promo.remove")}
          </Button>
        </div>
      ) : (
        <form className={classes.inline} noValidate onSubmit={submit}>
          <TextField
            label={t("promo.code")}
            value={entered}
            maxLength={MAX_CODE}
            autoCapitalize="characters"
            autoComplete="off"
            onChange={({ currentTarget }) => setEntered(currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={details.isPending}>
            {t("promo.apply")}
          </Button>
        </form>
      )}
      <ChangeRefusal part="promo" cart={cart} details={details} />
      {!promo_code && codes.data?.length === 0 && <p className={classes.muted}>{t("promo.none")}</p>}
      <ul className={classes.list}>
        {codes.data
          ?.filter(({ code }) => code !== promo_code)
          .map((promo) => (
            <li key={promo.id} className={classes.row}>
              <PromoWords promo={promo} currency={company.currency} />
              <Button
                variant="default"
                aria-label={t("promo.applyNamed", { code: promo.code })}
                onClick={() => apply(promo.code)}
              >
                {t("promo.apply")}
              </Button>
            </li>
          ))}
      </ul>
    </Part>
  );
}

function PromoWords({ promo, currency }: { promo: PromoCode; currency: string }) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const format = useFormat();
  const { code, kind, value, minimum_order } = promo;
  const amount = kind === "percent" ? format.number(value) : money(value, currency, "tag");
  return (
    <span className={classes.choiceWords}>
      <bdi className={classes.choiceName}>{code}</bdi>
      <span className={classes.muted}>
        {t(`promo.${kind}`, { amount })}
        {minimum_order > 0 && ` · ${t("promo.from", { amount: money(minimum_order, currency, "tag") })}`}
      </span>
    </span>
  );
}
