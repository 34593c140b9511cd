import { useTranslation } from "react-i18next";
import { moveFocus } from "@/shared/booking/hooks/moveFocus";
import type { BookableOffering } from "@/shared/booking/types";
import { Price } from "@/shared/money/Price";
import { Bdi } from "@/ui/Bdi";
import classes from "./Booking.module.css";

interface VariantChoiceProps {
  offering: BookableOffering;
  value: number | null;
  onChange: (id: number) => void;
}

/** One of several treatments, room types or menus. */
export function VariantChoice({ offering, value, onChange }: VariantChoiceProps) {
  const { t } = useTranslation("booking");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the section has its own heading
    <div role="group" aria-label={t("variant.title")} className={classes.choices} onKeyDown={moveFocus}>
      {offering.variants.map((variant) => (
        <button
          type="button"
          key={variant.id}
          data-item=""
          className={`bare ${classes.choice}`}
          aria-pressed={variant.id === value}
          aria-disabled={variant.sold_out}
          onClick={() => !variant.sold_out && onChange(variant.id)}
        >
          <span className={classes.choiceWords}>
            <Bdi className={classes.choiceName}>{variant.name}</Bdi>
            {variant.sold_out && <span className={classes.note}>{t("occurrences.soldOut")}</span>}
          </span>
          <Price amount={variant.price} currency={offering.currency} unit={offering.unit} />
        </button>
      ))}
    </div>
  );
}
