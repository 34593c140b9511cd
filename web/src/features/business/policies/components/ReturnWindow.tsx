import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { FormError } from "@/shared/forms/FormError";
import { ErrorState } from "@/ui/ErrorState";
import { TextField } from "@/ui/TextField";
import { useReturnWindow, useSaveReturnWindow } from "../returnWindow";
import classes from "./Policies.module.css";

const DAYS_MAX = 365;

/** Days in which customers may ask for a return. */
export function ReturnWindow() {
  const { t } = useTranslation("policies");
  const current = useReturnWindow();
  if (current.isError && !current.data) {
    return <ErrorState title={t("failed")} onRetry={() => void current.refetch()} />;
  }
  return current.data ? <WindowForm days={current.data.days} /> : null;
}

function WindowForm({ days }: { days: number }) {
  const { t } = useTranslation("policies");
  const save = useSaveReturnWindow();
  const [text, setText] = useState(String(days));
  const [wrong, setWrong] = useState(false);
  const submit = () => {
    const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (!(value <= DAYS_MAX)) return setWrong(true);
    save.mutate({ days: value }, { onSuccess: () => toast.success(t("returns.saved")) });
  };
  return (
    <form
      className={classes.terms}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t("returns.days")}
        required
        description={t("returns.hint")}
        inputMode="numeric"
        value={text}
        error={wrong && t("returns.wrong", { max: DAYS_MAX })}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setWrong(false);
        }}
      />
      {save.error && <FormError error={save.error} />}
      <Button type="submit" variant="default" loading={save.isPending}>
        {t("returns.save")}
      </Button>
    </form>
  );
}
