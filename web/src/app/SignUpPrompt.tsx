import { Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { EmptyState } from "@/shared/empty-state/EmptyState";
import { AccountButtons } from "@/shared/session/AccountButtons";
import { Screen } from "@/ui/Screen";
import { Shell } from "./shell/Shell";

/** Replaces a page that needs an account when a guest opens it. */
export function SignUpPrompt() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  return (
    <Shell>
      <Screen title={t("guest.title")} header={null}>
        <EmptyState
          heading
          title={t("guest.title")}
          text={t("guest.text")}
          action={
            <Group gap="xs" justify="center">
              <AccountButtons next={pathname + search} />
            </Group>
          }
        />
      </Screen>
    </Shell>
  );
}
