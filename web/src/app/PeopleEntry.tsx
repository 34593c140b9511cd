import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PeopleBadge } from "@/features/people/PeopleBadge";
import { usePhone } from "@/ui/breakpoints";
import { IconButton } from "@/ui/IconButton";
import classes from "./PeopleEntry.module.css";

/** The way from the messages to the people on a phone. The rail lists them itself. */
export function PeopleEntry({ to }: { to: string }) {
  const { t } = useTranslation();
  if (!usePhone()) return null;
  return (
    <span className={classes.entry}>
      <IconButton icon={IconUsers} label={t("nav.people")} to={to} />
      <span className={classes.badge}>
        <PeopleBadge />
      </span>
    </span>
  );
}
