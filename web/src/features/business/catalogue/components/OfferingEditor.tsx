import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { LeaveSheet } from "@/shared/forms/LeaveSheet";
import type { CategorySpec } from "@/shared/offering/types";
import { type OfferingKind, type OwnOffering, useSaveOffering } from "../api";
import { bodyOf, type EditorErrors, type EditorValues, errorsOf } from "../model/editor";
import { rateBodies } from "../model/rates";
import { refusedFields } from "../model/serverMessages";
import { BasicsSection } from "./BasicsSection";
import classes from "./Catalogue.module.css";
import { DetailsSection } from "./DetailsSection";
import { NightRatesSection } from "./NightRatesSection";
import { OccurrencesSection } from "./OccurrencesSection";
import { OptionsSection } from "./OptionsSection";
import { PicturesSection } from "./PicturesSection";
import { ScheduleSection } from "./ScheduleSection";
import { StaffSection } from "./StaffSection";
import { VariantsSection } from "./VariantsSection";

interface OfferingEditorProps {
  id: number | null;
  kind: OfferingKind;
  offering: OwnOffering | undefined;
  categories: readonly CategorySpec[];
  currency: string;
  stored: EditorValues;
}

/** Props of a section of the editor. */
export interface SectionProps {
  values: EditorValues;
  errors: EditorErrors;
  onChange: (change: Partial<EditorValues>) => void;
}

export function OfferingEditor({ id, kind, offering, categories, currency, stored }: OfferingEditorProps) {
  const { t } = useTranslation("business-catalogue");
  const navigate = useNavigate();
  const save = useSaveOffering();
  const [before, setBefore] = useState(stored);
  const [values, setValues] = useState(stored);
  const [errors, setErrors] = useState<EditorErrors>({});
  const dirty = JSON.stringify(before) !== JSON.stringify(values);
  const change = (part: Partial<EditorValues>) => {
    save.reset();
    setValues((now) => ({ ...now, ...part }));
  };
  const form = useRef<HTMLFormElement>(null);
  const showErrors = (next: EditorErrors) => {
    flushSync(() => setErrors(next));
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  };
  const refuse = (error: Error) => {
    if (!(error instanceof ApiError)) return toast.error(t("failed"));
    const refused = refusedFields(error, t);
    showErrors(refused);
    toast.error(t(Object.keys(refused).length > 0 ? "fieldsWrong" : "failed"));
  };
  const submit = () => {
    const wrong = errorsOf(values, currency);
    showErrors(Object.fromEntries(Object.entries(wrong).map(([key, name]) => [key, t(`error.${name}`)])));
    if (Object.keys(wrong).length > 0) return toast.error(t("fieldsWrong"));
    const differs = (key: "rates" | "schedule") =>
      JSON.stringify(before[key]) !== JSON.stringify(values[key]);
    save.mutate(
      {
        id,
        body: bodyOf(values, kind, currency),
        ...(differs("schedule") && { schedule: values.schedule }),
        ...(differs("rates") && { rates: rateBodies(values.rates, currency) }),
      },
      {
        onSuccess(saved) {
          setBefore(values);
          toast.success(t("saved"));
          if (id === null) navigate(`/pro/catalogue/offerings/${saved}`, { replace: true });
        },
        onError: refuse,
      },
    );
  };
  const spec = categories.find(({ key }) => key === values.category);
  const section = { values, errors, onChange: change };
  const status = save.isPending ? "saving" : dirty ? "unsaved" : save.isSuccess ? "saved" : null;
  return (
    <form
      ref={form}
      className={classes.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <BasicsSection {...section} kind={kind} categories={categories} spec={spec} />
      <VariantsSection {...section} currency={currency} />
      <PicturesSection {...section} />
      {spec && spec.fields.length > 0 && <DetailsSection {...section} fields={spec.fields} />}
      {(values.availability === "unlimited" || values.options.length > 0) && (
        <OptionsSection {...section} currency={currency} />
      )}
      {values.availability === "nights" && <NightRatesSection {...section} currency={currency} />}
      {["appointment", "table"].includes(values.availability) && <StaffSection {...section} />}
      {["appointment", "table", "timed_entry"].includes(values.availability) && (
        <ScheduleSection {...section} />
      )}
      {offering?.availability === "occurrence" && <OccurrencesSection offering={offering} />}
      <div className={classes.save}>
        <span className={classes.muted} role="status">
          {status && t(`status.${status}`)}
        </span>
        <Button type="submit" color="terracotta" loading={save.isPending} disabled={!dirty}>
          {t("save")}
        </Button>
      </div>
      <LeaveSheet dirty={dirty && !save.isPending && !save.isSuccess} />
    </form>
  );
}
