import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, firstFieldError, focusFirst } from "@/shared/forms/serverErrors";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { SelectField } from "@/ui/SelectField";
import { RowSkeletons } from "@/ui/Skeletons";
import { useContact, useSupportOptions } from "./api";
import { FileField } from "./components/FileField";
import classes from "./components/Support.module.css";
import { TextArea } from "./components/TextArea";
import type { SupportType } from "./types";

/** As the server takes it. */
const TEXT_MAX = 4000;

/** `/support/contact`: a request by one of the ways of contact. It opens a ticket, which is answered live. */
export function ContactScreen() {
  const { t } = useTranslation("support");
  const options = useSupportOptions();
  return (
    <Screen title={t("contact.title")} back="/support">
      {options.data ? (
        <ContactForm types={options.data.map(({ key }) => key)} />
      ) : options.isError ? (
        <ErrorState title={t("contact.failed")} onRetry={() => void options.refetch()} />
      ) : (
        <RowSkeletons rows={3} />
      )}
    </Screen>
  );
}

function ContactForm({ types }: { types: readonly SupportType[] }) {
  const { t } = useTranslation("support");
  const { t: tAuth } = useTranslation("auth");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const wanted = search.get("type");
  const form = useForm({
    initialValues: { type: types.find((type) => type === wanted) ?? types[0] ?? "", description: "" },
    validate: {
      description: (text) => (text.trim() ? null : t("problem.description")),
    },
  });
  const [files, setFiles] = useState<readonly File[]>([]);
  const send = useContact();
  const submit = form.onSubmit(
    ({ type, description }) =>
      send.mutate(
        { type: type as SupportType, description, image: files[0] },
        {
          onSuccess(ticket) {
            toast.success(t("contact.sent"));
            navigate(`/support/tickets/${ticket.id}`, { replace: true });
          },
          onError: (error) => applyServerErrors(form, error, tAuth),
        },
      ),
    (errors) => focusFirst(form, errors),
  );
  const type = form.values.type as SupportType;
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <SelectField
        {...form.getInputProps("type")}
        label={t("contact.type")}
        description={t(`type.${type}.text`)}
        data={types.map((key) => ({ value: key, label: t(`type.${key}.title`) }))}
      />
      <TextArea
        field={form.getInputProps("description")}
        label={t("field.description")}
        maxLength={TEXT_MAX}
      />
      <FileField
        label={t("files.addPicture")}
        files={files}
        onChange={setFiles}
        most={1}
        error={send.error && firstFieldError(send.error, tAuth, "image")}
      />
      <FormError error={send.error} known={["description", "image"]} />
      <Button type="submit" color="terracotta" loading={send.isPending}>
        {t("contact.send")}
      </Button>
    </form>
  );
}
