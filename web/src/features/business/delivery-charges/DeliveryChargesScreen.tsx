import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { LeaveSheet } from "@/shared/forms/LeaveSheet";
import { ErrorState } from "@/ui/ErrorState";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useCatalogueTerms } from "../catalogue/useCatalogueTerms";
import { useFulfilment, useSaveFulfilment } from "./api";
import classes from "./DeliveryCharges.module.css";
import {
  type FulfilmentOption,
  fieldsOf,
  type OptionFields,
  optionsOf,
  type Problems,
  problemsOf,
  refusedPaths,
} from "./model";
import { OptionSection } from "./OptionSection";

/** Ways in which the company hands over orders, with times, minimum orders and fees by distance. */
export function DeliveryChargesScreen() {
  const { t } = useTranslation("delivery-charges");
  const options = useFulfilment();
  const terms = useCatalogueTerms();
  const failed = [options, terms].find(({ isError }) => isError);
  return (
    <Screen title={t("title")} back="/pro/orders">
      {options.data && terms.data ? (
        <Editor stored={options.data} currency={terms.data.currency} />
      ) : failed ? (
        <ErrorState title={t("failed")} onRetry={() => void failed.refetch()} />
      ) : (
        <RowSkeletons />
      )}
    </Screen>
  );
}

function Editor({ stored, currency }: { stored: readonly FulfilmentOption[]; currency: string }) {
  const { t } = useTranslation("delivery-charges");
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveFulfilment();
  const [fields, setFields] = useState(() => fieldsOf(stored, currency));
  const [saved, setSaved] = useState(fields);
  const [problems, setProblems] = useState<Problems>({});
  const dirty = JSON.stringify(fields) !== JSON.stringify(saved);
  const change = (changed: OptionFields) => {
    setFields((before) => before.map((one) => (one.kind === changed.kind ? changed : one)));
    setProblems((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith(`${changed.kind}.`))),
    );
  };
  const refuse = (found: Problems) => {
    setProblems(found);
    // The messages are shown first, and the focus then moves to the first of them.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  };
  const submit = () => {
    const found = problemsOf(fields, currency);
    if (Object.keys(found).length > 0) return refuse(found);
    save.mutate(optionsOf(fields, currency), {
      onSuccess({ data }) {
        const current = fieldsOf(data, currency);
        setFields(current);
        setSaved(current);
        toast.success(t("saved"));
      },
      onError: (error) => refuse(error instanceof ApiError ? refusedPaths(error.fields, fields) : {}),
    });
  };
  return (
    <form
      ref={form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.lead}>{t("lead")}</p>
      {fields.map((option) => (
        <OptionSection
          key={option.kind}
          option={option}
          currency={currency}
          problems={problems}
          onChange={change}
        />
      ))}
      {save.error && Object.keys(problems).length === 0 && <FormError error={save.error} />}
      <div className={classes.bar}>
        <p role="status" className={classes.status}>
          {t(save.isPending ? "state.saving" : dirty ? "state.unsaved" : "state.saved")}
        </p>
        <Button type="submit" color="terracotta" loading={save.isPending} disabled={!dirty}>
          {t("save")}
        </Button>
      </div>
      <LeaveSheet dirty={dirty && !save.isPending} />
    </form>
  );
}
