import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { useMoney } from "@/shared/money/formatMoney";
import { hasMenu } from "@/shared/offering/hasMenu";
import { useCategorySpec } from "@/shared/offering/useCategorySpec";
import { SwitchField } from "@/ui/SwitchField";
import { tipChoices } from "../model/tip";
import classes from "./Cart.module.css";
import type { PartProps } from "./HowPart";

/** Cutlery and tip of a meal. */
export function ExtrasPart({ cart, details }: PartProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const format = useFormat();
  const spec = useCategorySpec(cart.lines[0]?.category ?? "");
  const { fulfilment, subtotal, tip, company } = cart;
  if (!hasMenu(spec) || !fulfilment) return null;
  const choices = [{ percent: 0, amount: 0 }, ...tipChoices(subtotal)];
  return (
    <section className={classes.part} aria-labelledby="cart-extras">
      <h2 id="cart-extras" className={classes.partTitle}>
        {t("extras")}
      </h2>
      <SwitchField
        label={t("cutlery")}
        checked={cart.wants_cutlery}
        onChange={(wants_cutlery) => details.mutate({ fulfilment, wants_cutlery })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row */}
      <div role="group" aria-label={t("tip.title")} className={classes.tips}>
        <span className={classes.tipLabel}>{t("tip.title")}</span>
        {choices.map(({ percent, amount }) => (
          <button
            key={percent}
            type="button"
            className={`bare ${classes.tip}`}
            aria-pressed={tip === amount}
            onClick={() => details.mutate({ fulfilment, tip: amount })}
          >
            {percent === 0 ? (
              t("tip.none")
            ) : (
              <>
                <span>{t("tip.percent", { percent: format.number(percent) })}</span>
                <span className={classes.muted}>{money(amount, company.currency)}</span>
              </>
            )}
          </button>
        ))}
      </div>
    </section>
  );
}
