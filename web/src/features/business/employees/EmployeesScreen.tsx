import { Button } from "@mantine/core";
import { IconMailForward, IconUserPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { useEmployees } from "./api";
import { EmployeeRow } from "./EmployeeRow";
import { EmployeeSheet } from "./EmployeeSheet";
import classes from "./Employees.module.css";
import { InvitationList } from "./InvitationList";
import { InvitationSheet } from "./InvitationSheet";

/** `/pro/settings/employees`: the team with roles, and who has yet to choose a password. */
export function EmployeesScreen() {
  const { t } = useTranslation("business-team");
  const team = useEmployees();
  const [openId, setOpenId] = useState<number | null>(null);
  const [isInviting, setInviting] = useState(false);
  const opened = team.data?.find(({ id }) => id === openId);
  const add = (
    <div className={classes.actions}>
      <Button
        component={Link}
        to="/pro/settings/employees/new"
        color="terracotta"
        leftSection={<Icon of={IconUserPlus} />}
      >
        {t("employees.add")}
      </Button>
      <Button variant="default" leftSection={<Icon of={IconMailForward} />} onClick={() => setInviting(true)}>
        {t("invitations.start")}
      </Button>
    </div>
  );
  const isAlone = team.data?.every(({ role }) => role === "owner");
  return (
    <Screen title={t("employees.title")} back="/pro/settings">
      <div className={classes.page}>
        {team.data ? (
          <>
            <div className={classes.tools}>
              <p className={classes.muted}>{t("employees.lead")}</p>
              {!isAlone && add}
            </div>
            <ul className={classes.list}>
              {team.data.map((employee) => (
                <EmployeeRow key={employee.id} employee={employee} onOpen={() => setOpenId(employee.id)} />
              ))}
            </ul>
            {isAlone && (
              <EmptyState title={t("employees.empty")} text={t("employees.emptyText")} action={add} />
            )}
            <InvitationList />
          </>
        ) : team.isError ? (
          <ErrorState title={t("employees.failed")} onRetry={() => void team.refetch()} />
        ) : (
          <RowSkeletons />
        )}
        {isInviting && <InvitationSheet onClose={() => setInviting(false)} />}
        {opened && <EmployeeSheet key={opened.id} employee={opened} onClose={() => setOpenId(null)} />}
      </div>
    </Screen>
  );
}
