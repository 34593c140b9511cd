import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { CancellationTerms } from "@/api/types";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { TextField } from "@/ui/TextField";
import { useUpdateTerms } from "../api";
import { HOURS_MAX, PERCENT_MAX, parseTerms, type TermsValues, termsValues } from "../model/terms";
import { EditSheet } from "./EditSheet";
import classes from "./Policies.module.css";
import { useTermsText } from "./useTermsText";

const FIELDS = ["free_cancel_hours", "cancel_fee_percent"] as const;

export function TermsSheet({ terms, onClose }: { terms: CancellationTerms; onClose: () => void }) {
  const { t } = useTranslation(["policies", "auth"]);
  const termsText = useTermsText();
  const update = useUpdateTerms();
  const before = termsValues(terms);
  const form = useForm<TermsValues>({
    initialValues: before,
    validate(values) {
      const parsed = parseTerms(values);
      const problem = (valid: number | null, max: number) =>
        valid === null ? t("validation.range", { max }) : null;
      return {
        free_cancel_hours: problem(parsed.free_cancel_hours, HOURS_MAX),
        cancel_fee_percent: problem(parsed.cancel_fee_percent, PERCENT_MAX),
      };
    },
  });
  const complete = (values: TermsValues): CancellationTerms | null => {
    const { free_cancel_hours, cancel_fee_percent } = parseTerms(values);
    return free_cancel_hours === null || cancel_fee_percent === null
      ? null
      : { free_cancel_hours, cancel_fee_percent };
  };
  const shown = complete(form.values);
  const submit = (values: TermsValues) => {
    const now = complete(values);
    if (!now) return;
    update.mutate(now, {
      onSuccess() {
        toast.success(t("saved"));
        onClose();
      },
      onError: (error) => applyServerErrors(form, error, t),
    });
  };
  return (
    <EditSheet
      title={t("terms.title")}
      dirty={FIELDS.some((field) => form.values[field] !== before[field])}
      onClose={onClose}
    >
      {(close) => (
        <form
          className={classes.form}
          noValidate
          onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
        >
          <FormError error={update.error} known={FIELDS} />
          <div className={classes.pair}>
            <TextField
              label={t("terms.hours")}
              required
              inputMode="numeric"
              data-autofocus
              {...form.getInputProps("free_cancel_hours")}
            />
            <TextField
              label={t("terms.fee")}
              required
              inputMode="numeric"
              {...form.getInputProps("cancel_fee_percent")}
            />
          </div>
          <output className={classes.preview}>{shown ? termsText(shown) : t("terms.noPreview")}</output>
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t("common:action.cancel")}
            </Button>
            <Button type="submit" color="terracotta" loading={update.isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}
