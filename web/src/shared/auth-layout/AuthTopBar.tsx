import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ColorSchemeToggle } from "@/ui/ColorSchemeToggle";
import { LanguageButton } from "@/ui/LanguageButton";
import { Logo } from "@/ui/Logo";
import classes from "./AuthTopBar.module.css";

interface AuthTopBarProps {
  className?: string;
  /** Content beside the brand name. */
  children?: ReactNode;
}

/** Above a page that has no navigation yet: the way to the square, the language and the look. */
export function AuthTopBar({ className, children }: AuthTopBarProps) {
  const { t } = useTranslation();
  return (
    <header className={className ? `${classes.bar} ${className}` : classes.bar}>
      <Link to="/" className={classes.brand}>
        <Logo size={36} />
        {t("name")}
        {children}
      </Link>
      <LanguageButton />
      <ColorSchemeToggle />
    </header>
  );
}
