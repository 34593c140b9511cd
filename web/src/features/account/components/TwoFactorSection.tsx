import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "@/lib/toasts";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { ErrorState } from "@/ui/ErrorState";
import { RowSkeletons } from "@/ui/Skeletons";
import { useTwoFactor, useTwoFactorChange } from "../api";
import { PasswordPrompt } from "./PasswordPrompt";
import { RecoveryCodes } from "./RecoveryCodes";
import { TwoFactorSetup } from "./TwoFactorSetup";

type Task = { what: "nothing" | "setUp" | "renew" | "disable" } | { what: "codes"; codes: string[] };

/** A second step at the sign-in: set up, its recovery codes, and off again. */
export function TwoFactorSection() {
  const { t } = useTranslation("account");
  const state = useTwoFactor();
  const { renew, disable } = useTwoFactorChange();
  const [doing, setDoing] = useState<Task>({ what: "nothing" });
  const rest = () => setDoing({ what: "nothing" });
  const codes = (all: string[]) => setDoing({ what: "codes", codes: all });

  const body = () => {
    if (doing.what === "codes") return <RecoveryCodes codes={doing.codes} onDone={rest} />;
    if (doing.what === "setUp") return <TwoFactorSetup onCodes={codes} onCancel={rest} />;
    if (doing.what === "renew") {
      return (
        <PasswordPrompt
          submitText={t("factor.renew")}
          withCode
          onCancel={rest}
          onSubmit={async ({ password, factor }) => codes(await renew.mutateAsync({ password, ...factor }))}
        />
      );
    }
    if (doing.what === "disable") {
      return (
        <PasswordPrompt
          submitText={t("factor.disable")}
          danger
          withCode
          onCancel={rest}
          onSubmit={async ({ password, factor }) => {
            await disable.mutateAsync({ password, ...factor });
            toast.success(t("factor.disabled"));
            rest();
          }}
        />
      );
    }
    if (state.isPending) return <RowSkeletons rows={1} />;
    if (state.isLoadingError) {
      return <ErrorState title={t("factor.failed")} onRetry={() => state.refetch()} />;
    }
    if (!state.data.enabled) {
      return (
        <Button variant="default" className={classes.start} onClick={() => setDoing({ what: "setUp" })}>
          {t("factor.setUp")}
        </Button>
      );
    }
    const left = state.data.recovery_codes_left;
    return (
      <>
        <p>
          <span className={classes.chip}>{t("factor.on")}</span>{" "}
          <span className={classes.chip} data-kind={left < 3 ? "warning" : undefined}>
            {t("factor.left", { count: left })}
          </span>
        </p>
        <div className={classes.row}>
          <Button variant="default" onClick={() => setDoing({ what: "renew" })}>
            {t("factor.renew")}
          </Button>
          <Button variant="default" onClick={() => setDoing({ what: "disable" })}>
            {t("factor.disable")}
          </Button>
        </div>
      </>
    );
  };
  return (
    <Section title={t("factor.title")} lead={t("factor.lead")}>
      {body()}
    </Section>
  );
}
