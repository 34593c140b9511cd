import { IconChevronRight, type IconHome } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Icon } from "./Icon";
import classes from "./NavRow.module.css";

interface NavRowProps {
  to: string;
  icon: typeof IconHome;
  title: string;
  text?: string;
  badge?: ReactNode;
  onClick?: () => void;
}

/** One line of a list of ways: what it leads to, and what is found there. */
export function NavRow({ to, icon, title, text, badge, onClick }: NavRowProps) {
  return (
    <Link to={to} className={classes.way} onClick={onClick}>
      <Icon of={icon} size={24} />
      <span className={classes.words}>
        {title}
        {text && <span className={classes.text}>{text}</span>}
      </span>
      <span className={classes.end}>
        {badge}
        <Icon of={IconChevronRight} directed />
      </span>
    </Link>
  );
}
