import { Button } from "@mantine/core";
import { IconFileText, IconMailForward, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { useFormat } from "@/lib/format";
import { saveAs } from "@/lib/saveAs";
import { toast } from "@/lib/toasts";
import { ActionError } from "@/shared/forms/ActionError";
import { firstFieldError } from "@/shared/forms/serverErrors";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import { SelectField } from "@/ui/SelectField";
import { Sheet } from "@/ui/Sheet";
import { TextField } from "@/ui/TextField";
import { downloadIdCard, EMPLOYEE_ROLES, type Employee, useEmployeeChanges } from "./api";
import classes from "./Employees.module.css";
import { nameOf } from "./model";

interface EmployeeSheetProps {
  employee: Employee;
  onClose: () => void;
}

/** Contact, role, identity card and invitation of an employee, and the removal. */
export function EmployeeSheet({ employee, onClose }: EmployeeSheetProps) {
  const { t } = useTranslation("business-team");
  const [isRemoving, setRemoving] = useState(false);
  const name = displayName(nameOf(employee));
  return (
    <Sheet opened onClose={onClose} title={isRemoving ? t("remove.title", { name }) : name}>
      {isRemoving ? (
        <Removal employee={employee} name={name} onCancel={() => setRemoving(false)} onDone={onClose} />
      ) : (
        <Details employee={employee} name={name} onRemove={() => setRemoving(true)} />
      )}
    </Sheet>
  );
}

interface DetailsProps {
  employee: Employee;
  name: string;
  onRemove: () => void;
}

function Details({ employee, name, onRemove }: DetailsProps) {
  const { t } = useTranslation("business-team");
  const format = useFormat();
  const { setRole } = useEmployeeChanges(employee.id);
  const card = useMutation({
    mutationFn: () => downloadIdCard(employee.id),
    onSuccess: (file) => saveAs(file, t("employees.cardName", { name })),
  });
  const role = setRole.isPending ? setRole.variables : employee.role;
  const facts = [
    ["email", employee.has_joined && employee.email],
    ["phone", employee.phone],
    ["address", employee.address],
    ["since", format.date(employee.since)],
  ] as const;
  return (
    <div className={classes.stack}>
      {!employee.has_joined && <InviteAgain employee={employee} name={name} />}
      <dl className={classes.facts}>
        {facts.map(
          ([key, value]) =>
            value && (
              <div key={key}>
                <dt>{t(`employees.${key}`)}</dt>
                <dd>
                  <Bdi>{value}</Bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      <SelectField
        label={t("form.role")}
        description={t(`role.${role === "manager" ? "manager" : "staff"}Text`)}
        value={role}
        disabled={setRole.isPending}
        data={EMPLOYEE_ROLES.map((key) => ({ value: key, label: t(`role.${key}`) }))}
        onChange={({ currentTarget }) =>
          setRole.mutate(currentTarget.value, {
            onSuccess: () => toast.success(t("employees.roleSaved", { name })),
          })
        }
      />
      <ActionError error={setRole.error} text={t("employees.roleFailed")} />
      <ActionError error={card.error} text={t("employees.cardFailed")} />
      <div className={classes.actions}>
        {employee.id_card !== null && (
          <Button
            variant="default"
            leftSection={<Icon of={IconFileText} />}
            loading={card.isPending}
            onClick={() => card.mutate()}
          >
            {t("employees.card")}
          </Button>
        )}
        <Button
          variant="default"
          className={classes.danger}
          leftSection={<Icon of={IconTrash} />}
          onClick={onRemove}
        >
          {t("remove.start")}
        </Button>
      </div>
    </div>
  );
}

/** Sends the invitation once more. A mistyped address is corrected with it. */
function InviteAgain({ employee, name }: { employee: Employee; name: string }) {
  const { t } = useTranslation("business-team");
  const { t: auth } = useTranslation("auth");
  const { invite } = useEmployeeChanges(employee.id);
  const [address, setAddress] = useState(employee.email ?? "");
  const wrong = invite.error && firstFieldError(invite.error, auth, "email");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    invite.mutate(address.trim(), { onSuccess: () => toast.success(t("employees.inviteSent", { name })) });
  };
  return (
    <form className={classes.stack} noValidate onSubmit={submit}>
      <p className={classes.notice}>{t("employees.invitedText")}</p>
      <TextField
        required
        label={t("employees.email")}
        type="email"
        autoComplete="off"
        value={address}
        error={wrong}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      <ActionError error={wrong ? null : invite.error} text={t("employees.inviteFailed")} />
      <div className={classes.actions}>
        <Button
          type="submit"
          variant="default"
          leftSection={<Icon of={IconMailForward} />}
          loading={invite.isPending}
        >
          {t("employees.inviteAgain")}
        </Button>
      </div>
    </form>
  );
}

interface RemovalProps {
  employee: Employee;
  name: string;
  onCancel: () => void;
  onDone: () => void;
}

function Removal({ employee, name, onCancel, onDone }: RemovalProps) {
  const { t } = useTranslation("business-team");
  const { remove } = useEmployeeChanges(employee.id);
  const submit = () =>
    remove.mutate(undefined, {
      onSuccess() {
        toast.success(t("remove.done", { name }));
        onDone();
      },
    });
  return (
    <div className={classes.stack}>
      <p>{t(employee.keeps_account ? "remove.keeps" : "remove.text", { name })}</p>
      <ActionError error={remove.error} text={t("common:error.wrong")} />
      <Button color="brick" loading={remove.isPending} onClick={submit} data-autofocus>
        {t("remove.submit")}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {t("common:action.cancel")}
      </Button>
    </div>
  );
}
