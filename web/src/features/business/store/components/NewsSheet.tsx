import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useForm } from "@/lib/form";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { TextAreaField } from "@/ui/TextAreaField";
import { TextField } from "@/ui/TextField";
import { EditSheet } from "../../policies/components/EditSheet";
import { type News, useNewsChanges } from "../api";
import { type NewsValues, newsBody, newsProblems, newsValues, TEXT_MAX } from "../model/newsForm";
import { NewsPicture } from "./NewsPicture";
import classes from "./Store.module.css";

const FIELDS = ["title", "text", "picture", "published"];

interface NewsSheetProps {
  /** News to edit. Null: new. */
  news: News | null;
  zone: string;
  onClose: () => void;
}

export function NewsSheet({ news, zone, onClose }: NewsSheetProps) {
  const { t } = useTranslation("business-store");
  const { t: tAuth } = useTranslation("auth");
  const { number } = useFormat();
  const { save } = useNewsChanges();
  const [before] = useState(() => newsValues(news, zone));
  const form = useForm<NewsValues>({
    initialValues: before,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(newsProblems(values)).map(([field, key]) => [field, t(`problem.${key}`)]),
      ),
  });
  const { values } = form;
  const body = newsBody(before, values, zone);
  const submit = () =>
    save.mutate(
      { id: news?.id ?? null, body },
      {
        onSuccess() {
          toast.success(t("news.saved"));
          onClose();
        },
        onError: (error) => applyServerErrors(form, error, tAuth),
      },
    );
  return (
    <EditSheet
      title={t(news ? "news.editTitle" : "news.add")}
      dirty={Object.keys(body).length > 0}
      onClose={onClose}
    >
      {(close) => (
        <form
          className={classes.form}
          noValidate
          onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
        >
          <FormError error={save.error} known={FIELDS} />
          <TextField {...form.getInputProps("title")} label={t("news.title")} required data-autofocus />
          <TextAreaField
            {...form.getInputProps("text")}
            onChange={(event) => form.setFieldValue("text", event.currentTarget.value)}
            label={t("news.text")}
            required
            description={t("counter", { used: number([...values.text].length), max: number(TEXT_MAX) })}
            inputWrapperOrder={["label", "input", "description", "error"]}
            rows={6}
            resize="vertical"
          />
          <NewsPicture
            picture={values.picture}
            onChange={(picture) => form.setFieldValue("picture", picture)}
          />
          <TextField
            {...form.getInputProps("published")}
            type="datetime-local"
            label={t("news.published")}
            optional
            description={t("news.publishedHint", { zone: zone.replaceAll("_", " ") })}
            error={form.errors.published ?? form.errors.published_at ?? null}
          />
          <div className={classes.buttons}>
            <Button variant="default" onClick={close}>
              {t("common:action.cancel")}
            </Button>
            <Button type="submit" color="terracotta" loading={save.isPending}>
              {t(news ? "save" : "news.publish")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}
