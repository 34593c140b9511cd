import { type ReactNode, useEffect } from "react";
import { AuthTopBar } from "@/shared/auth-layout/AuthTopBar";
import classes from "./onboarding.module.css";

/** Layout of the onboarding pages. */
export function OnboardingLayout({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  return (
    <div className={classes.page}>
      <AuthTopBar />
      <main className={classes.content}>{children}</main>
    </div>
  );
}
