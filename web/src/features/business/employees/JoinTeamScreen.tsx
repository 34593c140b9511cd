import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { useUser } from "@/api/auth";
import { AuthLayout } from "@/shared/auth-layout/AuthLayout";
import { FormError } from "@/shared/forms/FormError";
import classes from "@/shared/forms/forms.module.css";
import { Bdi } from "@/ui/Bdi";
import { RowSkeletons } from "@/ui/Skeletons";
import { useInvitingTeam, useJoinTeam } from "./api";

/** `/pro/join#token=…`: the link of an invitation. Browsers do not send the hash to servers. */
export function JoinTeamScreen() {
  const { t } = useTranslation(["business-team", "auth"]);
  const { hash } = useLocation();
  const isBusiness = useUser()?.type === "professional";
  // Read once: the page loads anew after the account has joined.
  const [token] = useState(() => new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "");
  const team = useInvitingTeam(token);
  const join = useJoinTeam();
  const next = encodeURIComponent(`/pro/join#token=${token}`);
  return (
    <AuthLayout title={t("join.title")} realm="business">
      <h1 className={classes.title}>{t("join.title")}</h1>
      {team.data ? (
        <>
          <p className={classes.lead}>
            <strong>
              <Bdi>{team.data.company}</Bdi>
            </strong>
            {" · "}
            {t(`role.${team.data.role}`)}
          </p>
          <p>{t(isBusiness ? "join.lead" : "join.other")}</p>
          <FormError error={join.error} />
          {isBusiness ? (
            <Button
              color="terracotta"
              loading={join.isPending || join.isSuccess}
              onClick={() => join.mutate(token)}
            >
              {t("join.submit")}
            </Button>
          ) : (
            <Button component={Link} to={`/pro/login?next=${next}`} color="terracotta">
              {t("join.signIn")}
            </Button>
          )}
        </>
      ) : team.isError ? (
        <FormError error={team.error} />
      ) : (
        <RowSkeletons rows={1} />
      )}
      <p className={classes.other}>
        <Link to="/pro" className={classes.link}>
          {t("gate.dashboard")}
        </Link>
      </p>
    </AuthLayout>
  );
}
