import { IconMinus, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { IconButton } from "@/ui/IconButton";
import { MAX_QUANTITY } from "./carts";
import classes from "./QuantityStepper.module.css";

interface QuantityStepperProps {
  /** Name of the counted thing. */
  name: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}

/** Quantity with a button on each side. With a minimum of zero, the last unit shows a bin. */
export function QuantityStepper({
  name,
  value,
  min = 0,
  max = MAX_QUANTITY,
  onChange,
}: QuantityStepperProps) {
  const { t } = useTranslation("cart");
  const format = useFormat();
  const removes = min === 0 && value === 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div role="group" aria-label={t("quantity.of", { name })} className={classes.stepper}>
      <IconButton
        icon={removes ? IconTrash : IconMinus}
        label={t(removes ? "quantity.remove" : "quantity.less", { name })}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      />
      <output aria-live="polite">{format.number(value)}</output>
      <IconButton
        icon={IconPlus}
        label={t("quantity.more", { name })}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      />
    </div>
  );
}
