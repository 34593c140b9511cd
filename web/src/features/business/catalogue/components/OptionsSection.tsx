import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { DecimalField } from "@/ui/DecimalField";
import { Icon } from "@/ui/Icon";
import { IconButton } from "@/ui/IconButton";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import type { EditorErrors } from "../model/editor";
import {
  CHOICES_MAX,
  type ChoiceValues,
  GROUPS_MAX,
  type GroupValues,
  newChoice,
  newGroup,
} from "../model/options";
import classes from "./Catalogue.module.css";
import type { SectionProps } from "./OfferingEditor";

interface OptionsSectionProps extends SectionProps {
  currency: string;
}

/** Option groups of a dish, such as sauces: required or not, with a maximum, each choice with its price. */
export function OptionsSection({ values, errors, onChange, currency }: OptionsSectionProps) {
  const { t } = useTranslation("business-catalogue");
  const { options } = values;
  const set = (next: GroupValues[]) => onChange({ options: next });
  return (
    <section className={classes.section}>
      <h2>{t("section.options")}</h2>
      <p className={classes.muted}>{t("options.text")}</p>
      {errors.options && (
        <p className={classes.problem} role="alert">
          {errors.options}
        </p>
      )}
      {options.map((group, at) => (
        <Group
          key={group.key}
          group={group}
          path={`options.${at}`}
          errors={errors}
          currency={currency}
          onChange={(next) => set(options.with(at, next))}
          onRemove={() => set(options.toSpliced(at, 1))}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<Icon of={IconPlus} />}
          disabled={options.length >= GROUPS_MAX}
          onClick={() => set([...options, newGroup()])}
        >
          {t("options.add")}
        </Button>
      </div>
    </section>
  );
}

interface GroupProps {
  group: GroupValues;
  path: string;
  errors: EditorErrors;
  currency: string;
  onChange: (group: GroupValues) => void;
  onRemove: () => void;
}

function Group({ group, path, errors, currency, onChange, onRemove }: GroupProps) {
  const { t } = useTranslation("business-catalogue");
  const setChoices = (choices: ChoiceValues[]) => onChange({ ...group, choices });
  const name = group.name || t("options.group");
  return (
    <fieldset className={classes.group}>
      <legend>{name}</legend>
      <div className={classes.inline}>
        <TextField
          className={classes.grow ?? ""}
          label={t("options.name")}
          required
          maxLength={60}
          value={group.name}
          error={errors[`${path}.name`]}
          onChange={(event) => onChange({ ...group, name: event.currentTarget.value })}
        />
        <TextField
          className={classes.short ?? ""}
          label={t("options.max")}
          required
          inputMode="numeric"
          value={group.max}
          error={errors[`${path}.max`]}
          onChange={(event) => onChange({ ...group, max: event.currentTarget.value })}
        />
        <IconButton icon={IconTrash} label={t("delete", { name })} onClick={onRemove} />
      </div>
      <SwitchField
        label={t("options.required")}
        checked={group.required}
        onChange={(required) => onChange({ ...group, required })}
      />
      {errors[`${path}.choices`] && (
        <p className={classes.problem} role="alert">
          {errors[`${path}.choices`]}
        </p>
      )}
      {group.choices.map((choice, at) => (
        <div key={choice.key} className={classes.inline}>
          <TextField
            className={classes.grow ?? ""}
            aria-label={t("options.choice", { number: at + 1, name })}
            placeholder={t("options.choiceName")}
            required
            maxLength={60}
            value={choice.name}
            error={errors[`${path}.choices.${at}.name`]}
            onChange={(event) =>
              setChoices(group.choices.with(at, { ...choice, name: event.currentTarget.value }))
            }
          />
          <DecimalField
            className={classes.short ?? ""}
            aria-label={t("options.price", { number: at + 1, name })}
            placeholder={t("options.extra", { currency })}
            value={choice.price}
            error={errors[`${path}.choices.${at}.price`]}
            onChange={(event) =>
              setChoices(group.choices.with(at, { ...choice, price: event.currentTarget.value }))
            }
          />
          <IconButton
            icon={IconTrash}
            label={t("options.removeChoice", { number: at + 1, name })}
            disabled={group.choices.length === 1}
            onClick={() => setChoices(group.choices.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          variant="subtle"
          leftSection={<Icon of={IconPlus} />}
          disabled={group.choices.length >= CHOICES_MAX}
          onClick={() => setChoices([...group.choices, newChoice()])}
        >
          {t("options.addChoice")}
        </Button>
      </div>
    </fieldset>
  );
}
