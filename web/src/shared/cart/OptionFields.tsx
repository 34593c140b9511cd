import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import classes from "./OptionFields.module.css";
import { isFull, type OptionChoice, toggleOption } from "./options";
import type { OptionGroup } from "./types";

interface OptionFieldsProps {
  groups: readonly OptionGroup[];
  currency: string;
  chosen: OptionChoice;
  /** Names of required groups that were left out. */
  missing: readonly string[];
  onChange: (chosen: OptionChoice) => void;
}

/** Options of a product. A group with one choice has radio buttons, others have checkboxes. */
export function OptionFields({ groups, currency, chosen, missing, onChange }: OptionFieldsProps) {
  const { t } = useTranslation("cart");
  const money = useMoney();
  const id = useId();
  return groups.map((group, index) => {
    const { name, required, max, choices } = group;
    const wrong = missing.includes(name);
    const rule = required && max === 1 ? t("options.chooseOne") : t("options.upTo", { count: max });
    const errorId = `${id}${index}`;
    return (
      <fieldset key={name} className={classes.group} aria-describedby={wrong ? errorId : undefined}>
        <legend className={classes.legend}>
          <Bdi>{name}</Bdi>
          <span className={classes.rule}>
            {required ? rule : t("common:field.withOptional", { label: rule })}
          </span>
        </legend>
        {wrong && (
          <p id={errorId} className={classes.error} role="alert">
            {t("options.missing", { name })}
          </p>
        )}
        {choices.map((choice) => {
          const checked = chosen[name]?.includes(choice.name) ?? false;
          return (
            <label key={choice.name} className={classes.choice}>
              <input
                type={max === 1 && required ? "radio" : "checkbox"}
                name={`${id}${name}`}
                checked={checked}
                disabled={!checked && max > 1 && isFull(chosen, group)}
                onChange={() => onChange(toggleOption(chosen, group, choice.name))}
              />
              <Bdi>{choice.name}</Bdi>
              {choice.price > 0 && (
                <span className={classes.price}>
                  {t("options.plus", { price: money(choice.price, currency) })}
                </span>
              )}
            </label>
          );
        })}
      </fieldset>
    );
  });
}
