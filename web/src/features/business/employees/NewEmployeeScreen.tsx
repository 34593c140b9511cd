import { Button } from "@mantine/core";
import { IconId, IconUser } from "@tabler/icons-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useForm } from "@/lib/form";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import forms from "@/shared/forms/forms.module.css";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { useUnsavedWarning } from "@/shared/forms/useUnsavedWarning";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";
import { LeaveDialog } from "../store/components/LeaveDialog";
import { EMPLOYEE_ROLES, useAddEmployee } from "./api";
import { FileField } from "./FileField";
import {
  CARD_TYPES,
  EMPTY,
  type EmployeeValues,
  FILE_BYTES,
  PICTURE_TYPES,
  problemsOf,
  toForm,
} from "./model";

const LIST = "/pro/settings/employees";

/** `/pro/settings/employees/new`: the form of an employee, who is invited by mail. */
export function NewEmployeeScreen() {
  const { t } = useTranslation(["business-team", "auth"]);
  const { t: auth } = useTranslation("auth");
  const format = useFormat();
  const navigate = useNavigate();
  const add = useAddEmployee();
  const size = format.bytes(FILE_BYTES);
  const form = useForm<EmployeeValues>({
    initialValues: EMPTY,
    validate: (values) => {
      const text = (key: string) =>
        key in OWN
          ? t(`business-team:form.problem.${OWN[key as keyof typeof OWN]}`, { size })
          : t(`auth:validation.${key}`);
      return Object.fromEntries(
        Object.entries(problemsOf(values)).map(([field, key]) => [field, key && text(key)]),
      );
    },
  });
  const isTouched = Object.values(form.values).some(Boolean);
  const blocker = useUnsavedWarning(isTouched && !add.isSuccess);
  // In a later step than the blocker, which lets go once the employee is added.
  useEffect(() => {
    if (add.isSuccess) navigate(LIST);
  }, [add.isSuccess, navigate]);
  const submit = (values: EmployeeValues) =>
    add.mutate(toForm(values), {
      onSuccess: () => toast.success(t("form.done", { email: values.email.trim() })),
      onError: (error) => applyServerErrors(form, error, auth),
    });
  const file = (name: "profile_image" | "id_card_image") => ({
    name,
    file: form.values[name],
    path: form.getInputProps(name)["data-path"],
    error: form.errors[name] ?? null,
    onChoose: (chosen: File | null) => form.setFieldValue(name, chosen),
  });
  return (
    <Screen title={t("form.title")} back={LIST}>
      <form
        className={forms.form}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <p className={forms.lead}>{t("form.lead")}</p>
        <FormError error={add.error} known={Object.keys(EMPTY)} />
        <div className={forms.pair}>
          <TextField
            {...form.getInputProps("first_name")}
            required
            label={auth("field.firstName")}
            autoComplete="off"
          />
          <TextField
            {...form.getInputProps("last_name")}
            required
            label={auth("field.lastName")}
            autoComplete="off"
          />
        </div>
        <div className={forms.pair}>
          <TextField
            {...form.getInputProps("email")}
            required
            label={auth("field.email")}
            description={t("form.emailHint")}
            type="email"
            autoComplete="off"
          />
          <TextField
            {...form.getInputProps("contact_number")}
            required
            label={t("form.phone")}
            description={auth("field.phoneHint")}
            type="tel"
            autoComplete="off"
          />
        </div>
        <TextField
          {...form.getInputProps("address")}
          label={t("employees.address")}
          optional
          maxLength={200}
          autoComplete="off"
        />
        <SelectField
          {...form.getInputProps("role")}
          required
          label={t("form.role")}
          description={
            form.values.role ? t(`role.${form.values.role as "manager" | "staff"}Text`) : undefined
          }
          data={[
            { value: "", label: t("form.roleNone") },
            ...EMPLOYEE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) })),
          ]}
        />
        <FileField
          {...file("profile_image")}
          label={t("form.picture")}
          hint={t("form.pictureHint", { size })}
          icon={IconUser}
          types={PICTURE_TYPES}
        />
        <FileField
          {...file("id_card_image")}
          label={t("form.idCard")}
          hint={t("form.idCardHint", { size })}
          icon={IconId}
          types={CARD_TYPES}
        />
        <Button type="submit" color="terracotta" loading={add.isPending}>
          {t("form.submit")}
        </Button>
      </form>
      {blocker.state === "blocked" && <LeaveDialog blocker={blocker} />}
    </Screen>
  );
}

/** Problems with a text of this screen; the others have one in the shared forms. */
const OWN = { role: "role", picture: "picture", idCard: "idCard", file: "file" } as const;
