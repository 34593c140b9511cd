import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Screen } from "@/ui/Screen";
import { Shell } from "./shell/Shell";

/** Replaces a page that needs an account when a guest opens it. */
export function SignUpPrompt() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const next = encodeURIComponent(pathname + search);
  return (
    <Shell>
      <Screen title={t("guest.title")} header={null}>
        <EmptyState
          heading
          title={t("guest.title")}
          text={t("guest.text")}
          action={
            <Button component={Link} to={`/signup?next=${next}`} color="terracotta">
              {t("action.signUp")}
            </Button>
          }
        />
      </Screen>
    </Shell>
  );
}
