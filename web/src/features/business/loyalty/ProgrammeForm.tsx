import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { DecimalField } from "@/ui/DecimalField";
import { SwitchField } from "@/ui/SwitchField";
import { TextField } from "@/ui/TextField";
import classes from "../components/BusinessScreen.module.css";
import { type LoyaltySettings, useSaveLoyalty } from "./api";
import { fieldsOf, type ProgrammeField, type ProgrammeProblems, programmeOf } from "./model";

/** Rules of the programme. A programme that is off keeps the coins of its cards. */
export function ProgrammeForm({ settings }: { settings: LoyaltySettings }) {
  const { t } = useTranslation("business-sales");
  const form = useRef<HTMLFormElement>(null);
  const { programme, currency } = settings;
  const save = useSaveLoyalty();
  const [isActive, setActive] = useState(programme?.is_active ?? false);
  const [fields, setFields] = useState(() => fieldsOf(programme ?? null, currency));
  const [problems, setProblems] = useState<ProgrammeProblems>({});
  const field = (key: ProgrammeField) => ({
    label: t(`loyalty.field.${key}`, { currency }),
    required: true,
    value: fields[key],
    error: problems[key] && t(`loyalty.problem.${key}`),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      const { value } = currentTarget;
      setFields((before) => ({ ...before, [key]: value }));
      setProblems(({ [key]: _, ...others }) => others);
    },
  });
  const submit = () => {
    const read = programmeOf(fields, isActive, currency);
    if ("problems" in read) {
      setProblems(read.problems);
      // The messages are shown first, and the focus then moves to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    save.mutate(read.programme, { onSuccess: () => toast.success(t("loyalty.saved")) });
  };
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SwitchField
        label={t("loyalty.active")}
        description={t("loyalty.activeText")}
        checked={isActive}
        onChange={setActive}
      />
      <div className={classes.pair}>
        <TextField {...field("coinsPerUnit")} inputMode="numeric" description={t("loyalty.perUnitHint")} />
        <DecimalField {...field("coinValue")} description={t("loyalty.valueHint")} />
        <TextField {...field("minimum")} inputMode="numeric" description={t("loyalty.minimumHint")} />
      </div>
      {save.error && <FormError error={save.error} />}
      <Button type="submit" color="terracotta" className={classes.submit} loading={save.isPending}>
        {t("loyalty.save")}
      </Button>
    </form>
  );
}
