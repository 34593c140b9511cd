import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { Screen } from "@/ui/Screen";

export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <Screen title={t("notFound.title")} header={null}>
      <EmptyState
        heading
        title={t("notFound.title")}
        text={t("notFound.text")}
        action={
          <Button component={Link} to="/">
            {t("action.home")}
          </Button>
        }
      />
    </Screen>
  );
}
