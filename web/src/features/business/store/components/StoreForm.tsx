import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { type FieldErrors, type Form, useForm } from "@/lib/form";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { translateServerError } from "@/shared/forms/serverErrors";
import { useUnsavedWarning } from "@/shared/forms/useUnsavedWarning";
import { useMay } from "../../permissions";
import { useSaveStore } from "../api";
import { fieldOf, isChanged, type StoreValues, storeChange, storeProblems } from "../model/storeForm";
import { BookingSection } from "./BookingSection";
import { ContactSection } from "./ContactSection";
import { HoursSection } from "./HoursSection";
import { IdentitySection } from "./IdentitySection";
import { LeaveDialog } from "./LeaveDialog";
import { PlaceSection } from "./PlaceSection";
import { SaveState } from "./SaveState";
import classes from "./Store.module.css";

/** Props of a section of the form. */
export interface SectionProps {
  form: Form<StoreValues>;
}

/** Properties of the fields that invoices print: the owner changes them. */
export interface LegalProps {
  legal: { readOnly?: boolean; description?: string };
}

/** Fields that show their error without an input to focus. */
const OWN_ERRORS: readonly string[] = ["categories", "exceptions"];

/** Profile and hours with one save button. Only changed fields are sent. */
export function StoreForm({ stored, currency }: { stored: StoreValues; currency: string }) {
  const { t } = useTranslation("business-store");
  const { t: tAuth } = useTranslation("auth");
  const save = useSaveStore();
  const before = useRef(stored);
  const form = useForm<StoreValues>({
    initialValues: stored,
    validate: (values) =>
      Object.fromEntries(
        Object.entries(storeProblems(values, currency)).map(([field, key]) => [
          field,
          t(`problem.${key}` as "problem.required"),
        ]),
      ),
  });
  /** Refusals of fields that have no place for them, such as a picture. */
  const [elsewhere, setElsewhere] = useState<string>();
  const dirty = isChanged(before.current, form.values);
  const blocker = useUnsavedWarning(dirty);
  // Values that another device saved replace those that are not edited here.
  const legal =
    useMay("company") === false ? { readOnly: true, description: tAuth("serverError.ownerOnly") } : {};
  const { setValues } = form;
  useEffect(() => {
    if (isChanged(before.current, stored) && !isChanged(before.current, form.getValues())) setValues(stored);
    before.current = stored;
  }, [stored, setValues, form.getValues]);
  const refuse = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    const errors = Object.fromEntries(
      Object.entries(error.fields).map(([field, texts]) => [
        fieldOf(field, form.getValues().hours),
        texts.map((text) => translateServerError(text, tAuth)).join(" "),
      ]),
    );
    form.setErrors(errors);
    focusFirst(form, errors);
    const lost = Object.keys(errors).filter(
      (field) => !OWN_ERRORS.includes(field) && !form.getInputNode(field),
    );
    setElsewhere(lost.map((field) => errors[field]).join(" ") || undefined);
  };
  const submit = (values: StoreValues) => {
    setElsewhere(undefined);
    save.mutate(storeChange(before.current, values, currency), {
      onSuccess() {
        before.current = values;
        form.setValues({});
        toast.success(t("saved"));
      },
      onError: refuse,
    });
  };
  const known = save.error instanceof ApiError ? Object.keys(save.error.fields) : [];
  const state = save.isPending ? "saving" : dirty ? "unsaved" : "saved";
  return (
    <form
      className={classes.panel}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
    >
      <FormError error={save.error} known={known} {...(elsewhere && { text: elsewhere })} />
      <IdentitySection form={form} currency={currency} legal={legal} />
      <HoursSection form={form} />
      <PlaceSection form={form} legal={legal} />
      <ContactSection form={form} legal={legal} />
      <BookingSection form={form} currency={currency} />
      <div className={classes.save}>
        <SaveState state={save.isError && dirty ? "failed" : state} />
        <Button type="submit" color="terracotta" loading={save.isPending} disabled={!dirty}>
          {t("save")}
        </Button>
      </div>
      <LeaveDialog blocker={blocker} />
    </form>
  );
}

/** Moves the focus to the first refused field on the page. */
function focusFirst(form: Form<StoreValues>, errors: FieldErrors): void {
  const nodes = Object.keys(errors).flatMap((field) => (errors[field] && form.getInputNode(field)) || []);
  nodes.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  nodes[0]?.focus();
}
