import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { DecimalField } from "@/ui/DecimalField";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import classes from "../components/BusinessScreen.module.css";
import { EditSheet } from "../policies/components/EditSheet";
import { type PromoCode, useSavePromoCode } from "./api";
import { fieldsOf, formOf, KINDS, type Problems, type PromoField, problemsOf, type Terms } from "./model";

interface PromoCodeSheetProps {
  /** Null: a new code. */
  code: PromoCode | null;
  terms: Terms;
  onClose: () => void;
}

const isTaken = (error: Error | null): boolean => error instanceof ApiError && "code" in error.fields;

/** Form of a promo code. The reduction of a code that was used stays. */
export function PromoCodeSheet({ code, terms, onClose }: PromoCodeSheetProps) {
  const { t } = useTranslation("business-sales");
  const form = useRef<HTMLFormElement>(null);
  const save = useSavePromoCode(code?.id ?? null);
  const { currency } = terms;
  const [before] = useState(() => fieldsOf(code, terms, Date.now()));
  const [fields, setFields] = useState(before);
  const [problems, setProblems] = useState<Problems>({});
  const dirty = Object.keys(before).some((key) => fields[key as PromoField] !== before[key as PromoField]);
  const isUsed = (code?.used ?? 0) > 0;
  const set = (field: PromoField, value: string) => {
    setFields((before) => ({ ...before, [field]: value }));
    setProblems(({ [field]: _, ...others }) => others);
  };
  const submit = () => {
    const found = problemsOf(fields, currency);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      // The messages are shown first, and the focus then moves to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    save.mutate(formOf(fields, terms, true), {
      onSuccess() {
        toast.success(t("offers.saved"));
        onClose();
      },
    });
  };
  const field = (key: PromoField) => {
    const problem = problems[key];
    return {
      label: t(`offers.field.${key}`, { currency }),
      value: fields[key],
      error: problem && t(`offers.problem.${problem}`),
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(key, currentTarget.value),
    };
  };
  return (
    <EditSheet title={t(code ? "offers.edit" : "offers.new")} dirty={dirty} onClose={onClose}>
      {() => (
        <form
          ref={form}
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextField
            {...field("code")}
            required
            error={isTaken(save.error) ? t("offers.taken") : field("code").error}
            description={t("offers.codeHint")}
            disabled={code !== null}
            maxLength={30}
            autoCapitalize="characters"
          />
          <SelectField
            {...field("kind")}
            disabled={isUsed}
            data={KINDS.map((kind) => ({ value: kind, label: t(`offers.kind.${kind}`) }))}
          />
          {fields.kind !== "free_delivery" && (
            <DecimalField
              {...field("value")}
              label={t(fields.kind === "percent" ? "offers.field.percent" : "offers.field.amount", {
                currency,
              })}
              required
              description={isUsed ? t("offers.usedHint") : undefined}
              disabled={isUsed}
            />
          )}
          <DecimalField {...field("minimum")} optional />
          <div className={classes.pair}>
            <TextField {...field("from")} required type="date" />
            <TextField {...field("until")} required type="date" />
            <TextField
              {...field("limitTotal")}
              optional
              inputMode="numeric"
              description={t("offers.noLimit")}
            />
            <TextField
              {...field("limitEach")}
              optional
              inputMode="numeric"
              description={t("offers.noLimit")}
            />
          </div>
          {save.error && !isTaken(save.error) && <FormError error={save.error} />}
          <Button type="submit" color="terracotta" loading={save.isPending}>
            {t("offers.save")}
          </Button>
        </form>
      )}
    </EditSheet>
  );
}
