import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton";
import { Logo } from "./Logo";
import { ShellParts } from "./ShellParts";
import classes from "./TopBar.module.css";

interface TopBarProps {
  title: string;
  back?: string;
  actions?: ReactNode;
  /** Shown instead of the title (a person with their presence); the title then only names the page for a screen reader. */
  children?: ReactNode;
  /** Shows the logo and the place instead of a title on a phone. On larger screens the shell shows them and the bar is hidden. */
  brand?: boolean;
  /** A line below, where content of the same color scrolls right under it. */
  lined?: boolean;
}

export function TopBar({ title, back, actions, children, lined = false, brand = false }: TopBarProps) {
  const { t } = useTranslation();
  const { end, place } = useContext(ShellParts);
  const bar = [
    classes.bar,
    lined && classes.lined,
    brand && classes.branded,
    back !== undefined && classes.withBack,
  ];
  return (
    <header className={bar.filter(Boolean).join(" ")}>
      {back !== undefined && <IconButton icon={IconArrowLeft} label={t("action.back")} to={back} directed />}
      {brand ? (
        <span className={classes.brand}>
          <Logo size={32} />
          {place ?? title}
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
