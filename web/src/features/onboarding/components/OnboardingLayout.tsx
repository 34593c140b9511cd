import { type ReactNode, useEffect } from "react";
import { AuthTopBar } from "@/shared/auth-layout/AuthTopBar";
import { SignupStep } from "@/shared/forms/SignupStep";
import { Screen } from "@/ui/Screen";
import classes from "./onboarding.module.css";

interface OnboardingLayoutProps {
  title: string;
  lead: string;
  /** Step of the sign-up; none when the page was opened by itself. */
  step?: "categories" | "region";
  /** Target of the back arrow, for a page of the settings, inside the shell. */
  back?: string;
  buttons: ReactNode;
  children: ReactNode;
}

/** Layout of a choice that is made after the sign-up, and changed in the settings. */
export function OnboardingLayout({ back, ...page }: OnboardingLayoutProps) {
  return back === undefined ? <OnboardingPage {...page} /> : <SettingsPage back={back} {...page} />;
}

type PageProps = Omit<OnboardingLayoutProps, "back">;

function SettingsPage({ title, lead, back, buttons, children }: PageProps & { back: string }) {
  return (
    <Screen title={title} back={back} bottomAction={<div className={classes.row}>{buttons}</div>}>
      <p className={classes.lead}>{lead}</p>
      {children}
    </Screen>
  );
}

function OnboardingPage({ title, lead, step, buttons, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  return (
    <div className={classes.page}>
      <AuthTopBar />
      <main className={classes.content}>
        {step && <SignupStep at={step} />}
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
        <div className={`${classes.row} ${classes.buttons}`}>{buttons}</div>
      </main>
    </div>
  );
}
