import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FULFILMENT_ICONS, needsAddress } from "@/shared/orders/fulfilment";
import { DecimalField } from "@/ui/DecimalField";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SelectField } from "@/ui/SelectField";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import classes from "./DeliveryCharges.module.css";
import { blankZone, type OptionFields, type Problems, UNIT_KEYS, ZONES_MAX, type ZoneFields } from "./model";

interface OptionSectionProps {
  option: OptionFields;
  currency: string;
  problems: Problems;
  onChange: (changed: OptionFields) => void;
}

/** One way of handing over orders. Its fields show when it is on. */
export function OptionSection({ option, currency, problems, onChange }: OptionSectionProps) {
  const { t } = useTranslation(["delivery-charges", "orders"]);
  const { kind, on, time, unit, minimum } = option;
  const name = t(`orders:fulfilment.${kind}`);
  const problem = (field: string) => {
    const found = problems[`${kind}.${field}`];
    return found && t(`problem.${found}`);
  };
  return (
    <section className={classes.option} aria-label={name}>
      <div className={classes.head}>
        <Icon of={FULFILMENT_ICONS[kind]} />
        <SwitchField
          label={name}
          description={t(`text.${kind}`)}
          checked={on}
          onChange={(checked) => onChange({ ...option, on: checked })}
        />
      </div>
      {on && (
        <>
          <div className={classes.pair}>
            <div className={classes.time}>
              <TextField
                label={t("time")}
                required
                description={t("timeHint")}
                inputMode="numeric"
                value={time}
                error={problem("time")}
                onChange={({ currentTarget }) => onChange({ ...option, time: currentTarget.value })}
              />
              <SelectField
                aria-label={t("unit")}
                value={unit}
                data={UNIT_KEYS.map((key) => ({ value: key, label: t(`unit.${key}`) }))}
                onChange={({ currentTarget }) =>
                  onChange({ ...option, unit: UNIT_KEYS.find((key) => key === currentTarget.value) ?? unit })
                }
              />
            </div>
            <DecimalField
              label={t("minimum", { currency })}
              optional
              description={t("minimumHint")}
              value={minimum}
              error={problem("minimum")}
              onChange={({ currentTarget }) => onChange({ ...option, minimum: currentTarget.value })}
            />
          </div>
          {needsAddress(kind) && (
            <Zones option={option} currency={currency} problem={problem} onChange={onChange} />
          )}
        </>
      )}
    </section>
  );
}

interface ZonesProps extends Omit<OptionSectionProps, "problems"> {
  problem: (field: string) => string | undefined;
}

function Zones({ option, currency, problem, onChange }: ZonesProps) {
  const { t } = useTranslation("delivery-charges");
  const { zones } = option;
  const put = (index: number, changed: Partial<ZoneFields>) =>
    onChange({
      ...option,
      zones: zones.map((zone, at) => (at === index ? { ...zone, ...changed } : zone)),
    });
  const fields = [
    { key: "km", label: t("zone.km") },
    { key: "fee", label: t("zone.fee", { currency }) },
    { key: "freeFrom", label: t("zone.freeFrom", { currency }) },
  ] as const;
  return (
    <fieldset className={classes.zones}>
      <legend className={classes.legend}>{t("zone.title")}</legend>
      {zones.map((zone, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone has no id, and its fields are controlled
        <div key={index} className={classes.zone}>
          {fields.map(({ key, label }) => (
            <DecimalField
              key={key}
              label={label}
              optional={key === "freeFrom"}
              required={key !== "freeFrom"}
              value={zone[key]}
              error={problem(`${index}.${key}`)}
              onChange={({ currentTarget }) => put(index, { [key]: currentTarget.value })}
            />
          ))}
          <IconButton
            icon={IconTrash}
            label={t("zone.remove", { number: index + 1 })}
            className={classes.remove}
            disabled={zones.length === 1}
            onClick={() => onChange({ ...option, zones: zones.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {problem("zones") && (
        <p className={classes.problem} role="alert">
          {problem("zones")}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<Icon of={IconPlus} />}
        className={classes.add}
        disabled={zones.length >= ZONES_MAX}
        onClick={() => onChange({ ...option, zones: [...zones, blankZone()] })}
      >
        {t("zone.add")}
      </Button>
    </fieldset>
  );
}
