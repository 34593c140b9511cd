import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { useAuth } from "@/api/auth";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { useFocusOnStep } from "@/shared/forms/useFocusOnStep";
import { useRestoreAddress } from "../api";
import { parseToken } from "./resetLink";

interface RestoredAddress {
  email: string;
  business: boolean;
}

/** Restores the former email of an account. Needs a click, because mail scanners open links. */
export function RestoreAddressScreen() {
  const { t } = useTranslation("auth");
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  // Read once: the URL loses its hash later.
  const [token] = useState(() => parseToken(hash));
  const restore = useRestoreAddress();
  // Stored in the history entry: the sign-out remounts every screen.
  const restored: RestoredAddress | null = state;
  const step = restored ? "done" : "ask";
  const heading = useFocusOnStep<HTMLHeadingElement>(step);
  const finish = async (done: RestoredAddress) => {
    await navigate("/restore-address", { replace: true, state: done });
    // The server has ended the session of this device too.
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
          <FormError error={restore.error} />
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
