import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { LanguageButton } from "@/ui/LanguageButton";
import { Mark } from "@/ui/Mark";
import { SchemeButton } from "@/ui/SchemeButton";
import classes from "./onboarding.module.css";

/** A wide, quiet page for the first choices of somebody new. */
export function OnboardingLayout({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" className={classes.brand}>
          <Mark size={36} />
          {t("name")}
        </Link>
        <LanguageButton />
        <SchemeButton />
      </header>
      <main className={classes.content}>{children}</main>
    </div>
  );
}
