import { Button } from "@mantine/core";
import { IconMailForward, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useForm } from "@/lib/form";
import { useFormat } from "@/lib/format";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { FormError } from "@/shared/forms/FormError";
import { applyServerErrors, focusFirst } from "@/shared/forms/serverErrors";
import { email } from "@/shared/forms/validation";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import { EMPLOYEE_ROLES, type Invitation, useInvitationChanges } from "./api";
import classes from "./Employees.module.css";

interface InvitationSheetProps {
  /** Invitation that is sent again, corrected or withdrawn. None: a new one. */
  invitation?: Invitation;
  onClose: () => void;
}

/** Invites someone who has a business account. */
export function InvitationSheet({ invitation, onClose }: InvitationSheetProps) {
  const { t } = useTranslation("business-team");
  const { t: auth } = useTranslation("auth");
  const format = useFormat();
  const { send, withdraw } = useInvitationChanges();
  // An invitation that expires while the sheet is open can be sent again all the same.
  const [now] = useState(Date.now);
  const form = useForm({
    initialValues: { email: invitation?.email ?? "", role: invitation?.role ?? "staff" },
    validate: {
      email: (value) => {
        const key = email(value);
        return key && auth(`validation.${key}`);
      },
    },
  });
  const submit = (values: { email: string; role: string }) =>
    send.mutate(
      { id: invitation?.id, email: values.email.trim(), role: values.role },
      {
        onSuccess: (sent) => {
          toast.success(t("invitations.sent", { email: sent.email }));
          onClose();
        },
        onError: (error) => applyServerErrors(form, error, auth),
      },
    );
  const remove = (id: number) =>
    withdraw.mutate(id, {
      onSuccess: () => {
        toast.success(t("invitations.withdrawn"));
        onClose();
      },
    });
  const hasExpired = invitation && Date.parse(invitation.expires_at) <= now;
  return (
    <Sheet opened onClose={onClose} title={t("invitations.title")}>
      <form
        className={classes.stack}
        noValidate
        onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, errors))}
      >
        <p className={classes.muted}>
          {!invitation
            ? t("invitations.lead")
            : hasExpired
              ? t("invitations.expired")
              : t("invitations.until", { date: format.date(invitation.expires_at) })}
        </p>
        <FormError error={send.error} known={["email", "role"]} />
        <TextField
          {...form.getInputProps("email")}
          required
          label={t("employees.email")}
          type="email"
          autoComplete="off"
        />
        {!invitation && (
          <SelectField
            {...form.getInputProps("role")}
            required
            label={t("form.role")}
            description={t(`role.${form.values.role === "manager" ? "manager" : "staff"}Text`)}
            data={EMPLOYEE_ROLES.map((role) => ({ value: role, label: t(`role.${role}`) }))}
          />
        )}
        <ActionError error={withdraw.error} text={t("common:error.wrong")} />
        <div className={classes.actions}>
          <Button
            type="submit"
            color="terracotta"
            leftSection={<Icon of={IconMailForward} />}
            loading={send.isPending}
          >
            {t(invitation ? "employees.inviteAgain" : "invitations.submit")}
          </Button>
          {invitation && (
            <Button
              variant="default"
              className={classes.danger}
              leftSection={<Icon of={IconTrash} />}
              loading={withdraw.isPending}
              onClick={() => remove(invitation.id)}
            >
              {t("invitations.withdraw")}
            </Button>
          )}
        </div>
      </form>
    </Sheet>
  );
}
