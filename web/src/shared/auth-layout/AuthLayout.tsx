import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Realm } from "@/api/session";
import { Town } from "@/illustrations/Town";
import classes from "./AuthLayout.module.css";
import { AuthTopBar } from "./AuthTopBar";

interface AuthLayoutProps {
  title: string;
  /** Realm of the form. Businesses get their own caption. */
  realm?: Realm;
  children: ReactNode;
}

/** Layout of the sign-in pages: an illustration on one side, a form on the other. */
export function AuthLayout({ title, realm = "consumer", children }: AuthLayoutProps) {
  const { t } = useTranslation("auth");
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  return (
    <div className={classes.page}>
      <AuthTopBar className={classes.bar}>
        {realm === "business" && <span className={classes.side}>{t("common:side.business")}</span>}
      </AuthTopBar>
      <div className={classes.picture} aria-hidden="true">
        <Town />
        <p className={classes.caption}>{t(realm === "business" ? "business.caption" : "caption")}</p>
      </div>
      <main className={classes.content}>{children}</main>
    </div>
  );
}
