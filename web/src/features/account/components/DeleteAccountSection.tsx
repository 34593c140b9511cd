import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { isGuest, useAuth, useUser } from "@/api/auth";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { Section } from "@/shared/settings/Section";
import classes from "@/shared/settings/settings.module.css";
import { useDeleteAccount } from "../api";
import { PasswordPrompt } from "./PasswordPrompt";

/** Deletes the account after a confirmation. */
export function DeleteAccountSection() {
  const { t } = useTranslation("account");
  const navigate = useNavigate();
  const guest = isGuest(useUser());
  const remove = useDeleteAccount();
  const [asked, setAsked] = useState(false);
  const submit = async (password: string) => {
    await remove.mutateAsync(password);
    toast.success(t("delete.done"));
    // First away from here: the guard of this page would lead to the sign-in.
    await navigate("/", { replace: true });
    useAuth.getState().clear();
  };
  return (
    <Section title={t("delete.title")} lead={t("delete.lead")}>
      {asked && !guest ? (
        <PasswordPrompt
          submitText={t("delete.submit")}
          danger
          passwordOptional
          onCancel={() => setAsked(false)}
          onSubmit={({ password }) => submit(password)}
        />
      ) : asked ? (
        <div className={classes.row}>
          <ActionError error={remove.error} text={t("common:error.wrong")} />
          <Button variant="default" onClick={() => setAsked(false)}>
            {t("common:action.cancel")}
          </Button>
          <Button
            color="brick"
            loading={remove.isPending}
            // The section shows the error of the mutation.
            onClick={() => submit("").catch(() => {})}
          >
            {t("delete.submit")}
          </Button>
        </div>
      ) : (
        <Button
          variant="default"
          className={`${classes.start} ${classes.danger}`}
          onClick={() => setAsked(true)}
        >
          {t("delete.start")}
        </Button>
      )}
    </Section>
  );
}
