import { ActionIcon } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "./Icon";
import { Logo } from "./Logo";
import classes from "./TopBar.module.css";

/** Content at the end of every top bar on screens without the rail. */
export const TopBarEnd = createContext<ReactNode>(null);

interface TopBarProps {
  title: string;
  back?: string;
  actions?: ReactNode;
  /** Shown instead of the title (a person with their presence); the title then only names the page for a screen reader. */
  children?: ReactNode;
  /** Shows the logo instead of a title on a phone. On larger screens the rail shows it and the bar is hidden. */
  brand?: boolean;
  /** A line below, where content of the same color scrolls right under it. */
  lined?: boolean;
}

export function TopBar({ title, back, actions, children, lined = false, brand = false }: TopBarProps) {
  const { t } = useTranslation();
  const end = useContext(TopBarEnd);
  const bar = [
    classes.bar,
    lined && classes.lined,
    brand && classes.branded,
    back !== undefined && classes.withBack,
  ];
  return (
    <header className={bar.filter(Boolean).join(" ")}>
      {back !== undefined && (
        <ActionIcon component={Link} to={back} aria-label={t("action.back")}>
          <Icon of={IconArrowLeft} directed />
        </ActionIcon>
      )}
      {brand ? (
        <span className={classes.brand}>
          <Logo size={32} />
          {title}
        </span>
      ) : children ? (
        <div className={classes.middle}>{children}</div>
      ) : (
        <h1 className={classes.title}>{title}</h1>
      )}
      {actions}
      {end}
    </header>
  );
}
