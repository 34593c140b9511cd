import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { displayName } from "@/lib/displayName";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import type { Employee } from "./api";
import classes from "./Employees.module.css";
import { nameOf } from "./model";

/** Member of the team. The owner's row opens nothing: no role of it changes. */
export function EmployeeRow({ employee, onOpen }: { employee: Employee; onOpen: () => void }) {
  const { t } = useTranslation("business-team");
  const { id, email, picture, role, has_joined } = employee;
  const name = displayName(nameOf(employee));
  const inner = (
    <>
      <Avatar name={name} picture={picture} id={id} size={48} />
      <span className={classes.words}>
        <span className={classes.name}>
          <Bdi>{name}</Bdi>
        </span>
        <span className={classes.muted}>
          <Bdi>{email}</Bdi>
        </span>
      </span>
      <span className={classes.chips}>
        <span className={classes.chip} data-tone={role}>
          {t(`role.${role}`)}
        </span>
        {!has_joined && (
          <span className={classes.chip} data-tone="invited">
            {t("employees.invited")}
          </span>
        )}
      </span>
    </>
  );
  return (
    <li>
      {role === "owner" ? (
        <div className={classes.row}>{inner}</div>
      ) : (
        <button type="button" className={`bare ${classes.row}`} aria-haspopup="dialog" onClick={onOpen}>
          {inner}
          <Icon of={IconChevronRight} directed />
        </button>
      )}
    </li>
  );
}
