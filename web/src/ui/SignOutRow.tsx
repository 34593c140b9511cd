import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";

/** The way out, at the start of its line. */
export function SignOutRow({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      style={{ justifySelf: "start" }}
      leftSection={<Icon of={IconLogout} directed />}
      onClick={onSignOut}
    >
      {t("action.signOut")}
    </Button>
  );
}
