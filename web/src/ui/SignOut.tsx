import { Button } from "@mantine/core";
import { IconLogout } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLogout } from "@/api/session";
import { toast } from "@/lib/toasts";
import { Icon } from "./Icon";

/** The way out, at the start of its line. */
export function SignOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const logout = useLogout({
    onSuccess: () => toast.success(t("signedOut")),
    onError: () => toast.error(t("signOutFailed")),
  });
  const leave = async () => {
    // First away from here: the guard of a page of one's own would lead to the sign-in.
    await navigate("/");
    logout.mutate();
  };
  return (
    <Button
      variant="default"
      style={{ justifySelf: "start" }}
      leftSection={<Icon of={IconLogout} directed />}
      onClick={leave}
    >
      {t("action.signOut")}
    </Button>
  );
}
