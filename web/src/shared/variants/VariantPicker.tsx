import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useMoney } from "@/shared/money/formatMoney";
import { Bdi } from "@/ui/Bdi";
import { VisuallyHidden } from "@/ui/VisuallyHidden";
import { colorOf } from "./colors";
import classes from "./VariantPicker.module.css";
import {
  choiceOf,
  chooseValue,
  matchingVariants,
  NAME_AXIS,
  type Variant,
  type VariantAxis,
  valueState,
  variantAxes,
} from "./variants";

interface VariantPickerProps {
  variants: readonly Variant[];
  currency: string;
  chosen: Variant | undefined;
  onChoose: (variant: Variant) => void;
}

/** Attributes of a product as swatches. Each value shows if it is in stock beside the other chosen values. */
export function VariantPicker({ variants, currency, chosen, onChoose }: VariantPickerProps) {
  const axes = variantAxes(variants);
  return (
    <div className={classes.axes}>
      {axes.map((axis) => (
        <Axis
          key={axis.key}
          axis={axis}
          axes={axes}
          variants={variants}
          currency={currency}
          chosen={chosen}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface AxisProps extends VariantPickerProps {
  axis: VariantAxis;
  axes: VariantAxis[];
}

function Axis({ axis, axes, variants, currency, chosen, onChoose }: AxisProps) {
  const { t } = useTranslation("product");
  const name = useId();
  const { key, values } = axis;
  const current = chosen && choiceOf(chosen, axes)[key];
  const choose = (value: string) => {
    const variant = chooseValue(variants, axes, chosen, key, value);
    if (variant) onChoose(variant);
  };
  return (
    <fieldset className={classes.axis}>
      <legend className={classes.legend}>
        {t([`axis.${key}`, "axis.name"])}
        {current && key !== NAME_AXIS && (
          <span className={classes.current}>
            {" "}
            <Bdi>{current}</Bdi>
          </span>
        )}
      </legend>
      <div className={classes.swatches}>
        {values.map((value) => {
          const state = valueState(variants, axes, chosen, key, value);
          return (
            <label key={value} className={classes.swatch} data-state={state}>
              <input type="radio" name={name} checked={value === current} onChange={() => choose(value)} />
              <span className={classes.face}>
                {key === "color" && <ColorDot color={value} />}
                <Bdi>{value}</Bdi>
                {key === NAME_AXIS && <VariantPrice variants={variants} name={value} currency={currency} />}
              </span>
              {state !== "available" && <VisuallyHidden>{t(`stock.${state}`)}</VisuallyHidden>}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}

/** Dot in the color that a value names. */
function ColorDot({ color }: { color: string }) {
  const shade = colorOf(color);
  return shade && <span className={classes.dot} style={{ backgroundColor: shade }} aria-hidden="true" />;
}

interface VariantPriceProps {
  variants: readonly Variant[];
  name: string;
  currency: string;
}

function VariantPrice({ variants, name, currency }: VariantPriceProps) {
  const money = useMoney();
  const [variant] = matchingVariants(variants, { [NAME_AXIS]: name });
  return variant ? <span className={classes.price}>{money(variant.price, currency, "tag")}</span> : null;
}
