import { IconMinus, IconPlus } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/lib/format";
import { IconButton } from "@/ui/IconButton";
import type { Limits } from "../types";
import classes from "./Stepper.module.css";

interface StepperProps {
  label: ReactNode;
  /** Name of the counted thing in the labels of the buttons. */
  name: string;
  note?: ReactNode;
  value: number;
  limits: Limits;
  onChange: (value: number) => void;
}

/** Number between two limits, with a button on each side. */
export function Stepper({ label, name, note, value, limits, onChange }: StepperProps) {
  const { t } = useTranslation("booking");
  const format = useFormat();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row
    <div role="group" aria-labelledby={id} className={classes.row}>
      <div className={classes.words}>
        <span id={id} className={classes.label}>
          {label}
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      <div className={classes.stepper}>
        <IconButton
          icon={IconMinus}
          label={t("stepper.less", { name })}
          className={classes.button}
          aria-disabled={value <= limits.min}
          data-disabled={value <= limits.min || undefined}
          onClick={() => value > limits.min && onChange(value - 1)}
        />
        <output className={classes.value} aria-live="polite">
          {format.number(value)}
        </output>
        <IconButton
          icon={IconPlus}
          label={t("stepper.more", { name })}
          className={classes.button}
          aria-disabled={value >= limits.max}
          data-disabled={value >= limits.max || undefined}
          onClick={() => value < limits.max && onChange(value + 1)}
        />
      </div>
    </div>
  );
}
