import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { moveFocus } from "@/shared/booking/hooks/moveFocus";
import type { StaffMember } from "@/shared/booking/types";
import { Avatar } from "@/ui/Avatar";
import { Bdi } from "@/ui/Bdi";
import { Icon } from "@/ui/Icon";
import classes from "./Booking.module.css";

interface StaffChoiceProps {
  staff: readonly StaffMember[];
  value: number | null;
  onChange: (id: number | null) => void;
}

/** Member of staff, or anyone. */
export function StaffChoice({ staff, value, onChange }: StaffChoiceProps) {
  const { t } = useTranslation("booking");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the section has its own heading
    <div
      role="group"
      aria-label={t("staff.title")}
      className={`${classes.choices} ${classes.row}`}
      onKeyDown={moveFocus}
    >
      <button
        type="button"
        data-item=""
        data-picture=""
        className={`bare ${classes.choice}`}
        aria-pressed={value === null}
        onClick={() => onChange(null)}
      >
        <Icon of={IconUsers} size={32} />
        <span className={classes.choiceWords}>
          <span className={classes.choiceName}>{t("staff.anyone")}</span>
          <span className={classes.note}>{t("staff.anyoneNote")}</span>
        </span>
      </button>
      {staff.map(({ id, name, title, picture }) => (
        <button
          type="button"
          key={id}
          data-item=""
          data-picture=""
          className={`bare ${classes.choice}`}
          aria-pressed={id === value}
          onClick={() => onChange(id)}
        >
          <Avatar id={id} name={name} picture={picture} />
          <span className={classes.choiceWords}>
            <Bdi className={classes.choiceName}>{name}</Bdi>
            {title && <Bdi className={classes.note}>{title}</Bdi>}
          </span>
        </button>
      ))}
    </div>
  );
}
