import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { useAuth } from "@/api/auth";
import { AuthLayout } from "../AuthLayout";
import classes from "../auth.module.css";
import { Problem } from "../Problem";
import { useRestoreAddress } from "../settings/requests";
import { useFocusOnStep } from "../useFocusOnStep";
import { tokenOf } from "./resetLink";

interface RestoredAddress {
  email: string;
  business: boolean;
}

/**
 * Undoes a change of email, from the mail to the former address. It takes a press: programs that read mails open their links.
 */
export function RestoreAddressScreen() {
  const { t } = useTranslation("auth");
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  // Kept here, since the address of the page may change.
  const [token] = useState(() => tokenOf(hash));
  const restore = useRestoreAddress();
  // In the history entry: the sign-out draws every screen anew.
  const restored: RestoredAddress | null = state;
  const step = restored ? "done" : "ask";
  const heading = useFocusOnStep<HTMLHeadingElement>(step);
  const finish = async (done: RestoredAddress) => {
    await navigate("/restore-address", { replace: true, state: done });
    // This device was signed out with all others.
    useAuth.getState().clear();
  };
  return (
    <AuthLayout title={t("restore.title")}>
      <h1 className={classes.title} ref={heading} tabIndex={-1}>
        {t(`restore.${step}.title`)}
      </h1>
      <p className={classes.lead}>{t(`restore.${step}.lead`, { email: restored?.email })}</p>
      {restored ? (
        <Button
          component={Link}
          to={restored.business ? "/pro/forgot-password" : "/forgot-password"}
          color="terracotta"
        >
          {t("recovery.password.title")}
        </Button>
      ) : (
        <>
          <Problem error={restore.error} />
          <Button
            color="terracotta"
            loading={restore.isPending}
            onClick={() => restore.mutate(token, { onSuccess: finish })}
          >
            {t("restore.submit")}
          </Button>
        </>
      )}
      <p className={classes.other}>
        <Link to="/login" className={classes.link}>
          {t("recovery.toLogin")}
        </Link>
      </p>
    </AuthLayout>
  );
}
