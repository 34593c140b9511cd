import { type ReactNode, useEffect } from "react";
import { AuthTopBar } from "@/shared/auth-layout/AuthTopBar";
import classes from "./onboarding.module.css";

/** A wide, quiet page for the first choices of somebody new. */
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
