import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { LeaveSheet } from "@/shared/forms/LeaveSheet";
import type { CategorySpec } from "@/shared/offering/types";
import { type OfferingKind, type OwnOffering, useSaveOffering } from "../api";
import { useFieldErrors } from "../hooks/useFieldErrors";
import { partsOf } from "../model/availability";
import {
  bodyOf,
  changesOf,
  type EditorErrors,
  type EditorValues,
  errorsOf,
  fieldsOf,
  mergedVariants,
  valuesOf,
  variantBodies,
  withStoredIds,
} from "../model/editor";
import { rateBodies } from "../model/rates";
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
  const { state: arrival } = useLocation();
  const save = useSaveOffering();
  const [storedId, setStoredId] = useState(id);
  const [before, setBefore] = useState(stored);
  const [values, setValues] = useState(stored);
  const { form, errors, problem, check, refuse } = useFieldErrors();
  const dirty = JSON.stringify(before) !== JSON.stringify(values);
  const isSaved = save.isSuccess && !dirty;
  // In a later step than the blocker, which lets go once nothing is unsaved.
  useEffect(() => {
    if (isSaved && id === null)
      navigate(`/pro/catalogue/offerings/${storedId}`, { replace: true, state: { ...arrival, saved: true } });
  }, [isSaved, id, storedId, navigate, arrival]);
  const change = (part: Partial<EditorValues>) => {
    if (!save.isPending) save.reset();
    setValues((now) => ({ ...now, ...part }));
  };
  const specOf = ({ category }: EditorValues) => categories.find(({ key }) => key === category);
  const detailsOf = (of: EditorValues) => fieldsOf(specOf(of), of.availability);
  const spec = specOf(values);
  const fields = detailsOf(values);
  const parts = partsOf(values.availability);
  const submit = () => {
    if (!check(errorsOf(values, currency))) return;
    const sent = values;
    const differs = (key: "rates" | "schedule") => JSON.stringify(before[key]) !== JSON.stringify(sent[key]);
    const whole = bodyOf(sent, kind, currency, fields);
    const body =
      storedId === null ? whole : changesOf(bodyOf(before, kind, currency, detailsOf(before)), whole);
    let variants = sent.variants;
    const variantsOver = (latest: OwnOffering) => {
      variants = mergedVariants(before.variants, sent.variants, valuesOf(latest).variants);
      return variantBodies(variants, currency);
    };
    const onStored = (offering: OwnOffering, isPublished: boolean) => {
      const identified = (list: EditorValues["variants"]) =>
        body.variants ? withStoredIds(list, variants, offering.variants) : list;
      setStoredId(offering.id);
      setBefore((now) => ({
        ...sent,
        isDraft: sent.isDraft || !isPublished,
        variants: identified(sent.variants),
        schedule: now.schedule,
        rates: now.rates,
      }));
      setValues((now) => ({ ...now, variants: identified(now.variants) }));
    };
    save.mutate(
      {
        id: storedId,
        body,
        ...(body.variants && { variantsOver }),
        ...(parts.timed && differs("schedule") && { schedule: sent.schedule }),
        ...(parts.rated && differs("rates") && { rates: rateBodies(sent.rates, currency) }),
        onStored,
      },
      {
        onSuccess() {
          const { isDraft, schedule, rates } = sent;
          setBefore((now) => ({ ...now, isDraft, schedule, rates }));
          toast.success(t("saved"));
        },
        onError: refuse,
      },
    );
  };
  const section = { values, errors, onChange: change };
  const status = save.isPending
    ? "saving"
    : dirty
      ? "unsaved"
      : save.isSuccess || arrival?.saved
        ? "saved"
        : null;
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
      <VariantsSection {...section} parts={parts} currency={currency} />
      <PicturesSection {...section} />
      {fields.length > 0 && <DetailsSection {...section} fields={fields} />}
      {(parts.optional || values.options.length > 0) && <OptionsSection {...section} currency={currency} />}
      {parts.rated && <NightRatesSection {...section} currency={currency} />}
      {parts.staffed && <StaffSection {...section} />}
      {parts.timed && <ScheduleSection {...section} />}
      {offering?.availability === "occurrence" && <OccurrencesSection offering={offering} />}
      {problem && <ActionError {...problem} />}
      <div className={classes.save}>
        <span className={classes.muted} role="status">
          {status && t(`status.${status}`)}
        </span>
        <Button type="submit" color="terracotta" loading={save.isPending} disabled={!dirty}>
          {t("save")}
        </Button>
      </div>
      <LeaveSheet dirty={dirty && !save.isPending} />
    </form>
  );
}
