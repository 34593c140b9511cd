import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SchemeButton } from "@/ui/ColorSchemeToggle";
import { LanguageButton } from "@/ui/LanguageButton";
import { Mark } from "@/ui/Logo";
import classes from "./AuthTopBar.module.css";

interface DoorBarProps {
  className?: string;
  /** Beside the name of the house. */
  children?: ReactNode;
}

/** Above a page that has no navigation yet: the way to the square, the language and the look. */
export function DoorBar({ className, children }: DoorBarProps) {
  const { t } = useTranslation();
  return (
    <header className={className ? `${classes.bar} ${className}` : classes.bar}>
      <Link to="/" className={classes.brand}>
        <Mark size={36} />
        {t("name")}
        {children}
      </Link>
      <LanguageButton />
      <SchemeButton />
    </header>
  );
}
