import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import type { Policy } from "@/api/types";
import { useForm } from "@/lib/form";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { SelectField } from "@/ui/SelectField";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { useBusiness } from "../../api";
import { usePolicyChanges } from "../api";
import type { Kind } from "../model/kinds";
import {
  changesOf,
  countOf,
  type PolicyValues,
  TEXT_MAX,
  TITLE_MAX,
  validate,
  valuesOf,
} from "../model/policyForm";
import { EditSheet } from "./EditSheet";
import classes from "./Policies.module.css";

const FIELDS = ["title", "text", "category"] as const;
/** The counter stands below its field. */
const ORDER: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface PolicySheetProps {
  kind: Kind;
  /** Entry to edit. Without it the sheet adds one. */
  policy?: Policy | undefined;
  onClose: () => void;
}

export function PolicySheet({ kind, policy, onClose }: PolicySheetProps) {
  const { t } = useTranslation(["policies", "auth", "category", "facility"]);
  const { number } = useFormat();
  const { add, update } = usePolicyChanges(kind);
  const isListed = Boolean(policy?.facility);
  const before = valuesOf(policy);
  const form = useForm<PolicyValues>({
    initialValues: before,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(validate(values, !isListed)).map(([field, key]) => [field, t(`validation.${key}`)]),
      ),
  });
  const changes = changesOf(before, form.values);
  const done = {
    onSuccess() {
      toast.success(t("saved"));
      onClose();
    },
    onError: (error: Error) => applyServerErrors(form, error, t),
  };
  const submit = (values: PolicyValues) =>
    policy ? update.mutate({ id: policy.id, ...changesOf(before, values) }, done) : add.mutate(values, done);
  const { error, isPending } = policy ? update : add;
  const isFull = error instanceof ApiError && error.code === "policy.too_many";
  const counter = (text: string, max: number) =>
    t("counter", { used: number(countOf(text)), max: number(max) });
  const title = isListed ? t(`facility:${policy?.facility}`) : t(`${kind}.${policy ? "edit" : "add"}`);
  return (
    <EditSheet title={title} dirty={Object.keys(changes).length > 0} onClose={onClose}>
      {(close) => (
        <form
          className={classes.form}
          noValidate
          onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
        >
          <FormError error={error} known={FIELDS} {...(isFull && { text: t("tooMany") })} />
          {!isListed && (
            <TextField
              label={t("field.title")}
              placeholder={t(`${kind}.placeholder`)}
              description={counter(form.values.title, TITLE_MAX)}
              inputWrapperOrder={ORDER}
              required
              data-autofocus
              {...form.getInputProps("title")}
            />
          )}
          <TextAreaField
            label={t("field.text")}
            optional
            description={`${t("field.textHint")} ${counter(form.values.text, TEXT_MAX)}`}
            inputWrapperOrder={ORDER}
            autosize={false}
            rows={8}
            resize="vertical"
            {...form.getInputProps("text")}
            onChange={(event) => form.setFieldValue("text", event.currentTarget.value)}
          />
          <CategoryField
            value={form.values.category}
            onChange={(category) => form.setFieldValue("category", category)}
            error={form.errors.category ?? null}
          />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t("common:action.cancel")}
            </Button>
            <Button type="submit" color="terracotta" loading={isPending}>
              {t("save")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}

interface CategoryFieldProps {
  value: string;
  onChange: (category: string) => void;
  error: string | null;
}

/** Category that the entry applies to: one of the company's, or all. */
function CategoryField({ value, onChange, error }: CategoryFieldProps) {
  const { t } = useTranslation(["policies", "category"]);
  const own = useBusiness().data?.company?.categories ?? [];
  // An entry keeps a category that the company has given up.
  const keys = value && !own.includes(value) ? [...own, value] : own;
  return (
    <SelectField
      label={t("field.category")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      data={[
        { value: "", label: t("field.allCategories") },
        ...keys.map((key) => ({ value: key, label: t(`category:${key}`) })),
      ]}
    />
  );
}
