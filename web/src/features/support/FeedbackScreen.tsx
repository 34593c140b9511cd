import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useForm } from "@/lib/form";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, firstFieldError, focusFirst } from "@/shared/forms/serverErrors";
import { Screen } from "@/ui/Screen";
import { TextField } from "@/ui/TextField";
import { useFeedback } from "./api";
import { FileField } from "./components/FileField";
import classes from "./components/Support.module.css";
import { TextArea } from "./components/TextArea";

/** Maximum characters. Source: the specification: title under 100, description under 1000. */
const TITLE_MAX = 99;
const DESCRIPTION_MAX = 999;

/** `/feedback` and `/pro/settings/feedback`: what Plaza could do better. */
export function FeedbackScreen({ back }: { back: string }) {
  const { t } = useTranslation("support");
  const [sent, setSent] = useState(false);
  return (
    <Screen title={t("feedback.title")} back={back}>
      {sent ? (
        <div role="status">
          <EmptyState
            title={t("feedback.thanks")}
            text={t("feedback.thanksText")}
            action={
              <Button component={Link} to={back} variant="default">
                {t("feedback.done")}
              </Button>
            }
          />
        </div>
      ) : (
        <FeedbackForm onSent={() => setSent(true)} />
      )}
    </Screen>
  );
}

function FeedbackForm({ onSent }: { onSent: () => void }) {
  const { t } = useTranslation("support");
  const { t: tAuth } = useTranslation("auth");
  const send = useFeedback();
  const [files, setFiles] = useState<readonly File[]>([]);
  const form = useForm({
    initialValues: { title: "", description: "" },
    validate: {
      title: (text) => (text.trim() ? null : t("problem.title")),
      description: (text) => (text.trim() ? null : t("problem.description")),
    },
  });
  const { title, description } = form.values;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) =>
          send.mutate(
            { ...values, image: files[0] },
            { onSuccess: onSent, onError: (error) => applyServerErrors(form, error, tAuth) },
          ),
        (errors) => focusFirst(form, errors),
      )}
    >
      <p className={classes.lead}>{t("feedback.lead")}</p>
      <TextField
        {...form.getInputProps("title")}
        label={t("field.title")}
        required
        description={t("field.left", { count: TITLE_MAX - title.length })}
        maxLength={TITLE_MAX}
      />
      <TextArea
        field={form.getInputProps("description")}
        label={t("field.description")}
        description={t("field.left", { count: DESCRIPTION_MAX - description.length })}
        maxLength={DESCRIPTION_MAX}
      />
      <FileField
        label={t("files.addPicture")}
        files={files}
        onChange={setFiles}
        most={1}
        error={send.error && firstFieldError(send.error, tAuth, "image")}
      />
      <FormError error={send.error} known={["title", "description", "image"]} />
      <Button type="submit" color="terracotta" loading={send.isPending}>
        {t("feedback.send")}
      </Button>
    </form>
  );
}
