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
import screen from "../components/BusinessScreen.module.css";
import { OfferingChoice } from "../components/OfferingChoice";
import { EditSheet } from "../policies/components/EditSheet";
import { NewsPicture } from "../store/components/NewsPicture";
import { type OwnAdvertisement, useAdvertisementChanges } from "./api";
import { type AdvertisementValues, bodyOf, problemsOf, TEXT_MAX, valuesOf } from "./model";

const FIELDS = ["title", "text", "picture", "offering", "from", "until"];

interface AdvertisementSheetProps {
  /** Null: a new one. */
  advertisement: OwnAdvertisement | null;
  /** Time zone of the company. */
  zone: string;
  onClose: () => void;
}

export function AdvertisementSheet({ advertisement, zone, onClose }: AdvertisementSheetProps) {
  const { t } = useTranslation("business-advertisements");
  const { t: tAuth } = useTranslation("auth");
  const { number } = useFormat();
  const { save } = useAdvertisementChanges();
  const [before] = useState(() => valuesOf(advertisement, zone, Date.now()));
  const form = useForm<AdvertisementValues>({
    initialValues: before,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(problemsOf(values)).map(([field, problem]) => [field, t(`problem.${problem}`)]),
      ),
  });
  const { values, errors } = form;
  const isNew = advertisement === null;
  const isDirty = JSON.stringify(before) !== JSON.stringify(values);
  const submit = () =>
    save.mutate(
      { id: advertisement?.id ?? null, body: bodyOf(before, values, zone, isNew) },
      {
        onSuccess() {
          toast.success(t("saved"));
          onClose();
        },
        onError: (error) => applyServerErrors(form, error, tAuth),
      },
    );
  return (
    <EditSheet title={t(isNew ? "new" : "edit")} dirty={isDirty} onClose={onClose}>
      {(close) => (
        <form
          className={screen.form}
          noValidate
          onSubmit={form.onSubmit(submit, (found) => focusFirst(form, found))}
        >
          <FormError
            error={save.error}
            known={[...FIELDS, "starts_at", "ends_at", "picture_id", "offering_id"]}
          />
          <TextField {...form.getInputProps("title")} label={t("field.title")} required data-autofocus />
          <TextAreaField
            {...form.getInputProps("text")}
            onChange={(event) => form.setFieldValue("text", event.currentTarget.value)}
            label={t("field.text")}
            required
            description={t("counter", { used: number([...values.text].length), max: number(TEXT_MAX) })}
            inputWrapperOrder={["label", "input", "description", "error"]}
            rows={3}
            resize="vertical"
          />
          <NewsPicture
            picture={values.picture}
            error={errors.picture ?? errors.picture_id}
            onChange={(picture) => form.setFieldValue("picture", picture)}
          />
          <OfferingChoice
            single
            legend={t("field.offering")}
            chosen={values.offering === null ? [] : [values.offering]}
            linked={advertisement?.offering ? [advertisement.offering] : []}
            error={errors.offering_id?.toString()}
            onChange={([offering]) => form.setFieldValue("offering", offering ?? null)}
          />
          <div className={screen.pair}>
            <TextField
              {...form.getInputProps("from")}
              type="date"
              label={t("field.from")}
              required
              error={errors.from ?? errors.starts_at ?? null}
            />
            <TextField
              {...form.getInputProps("until")}
              type="date"
              label={t("field.until")}
              required
              error={errors.until ?? errors.ends_at ?? null}
            />
          </div>
          <div className={screen.actions}>
            <Button type="submit" color="terracotta" loading={save.isPending}>
              {t(isNew ? "publish" : "save")}
            </Button>
            <Button variant="default" onClick={close}>
              {t("common:action.cancel")}
            </Button>
          </div>
        </form>
      )}
    </EditSheet>
  );
}
