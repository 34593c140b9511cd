import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { useAccountAction } from "@/shared/session/useAccountAction";
import { Icon } from "@/ui/Icon";

/** Opens the chat with the company, which needs a registered account. */
export function MessageCompany({ company }: { company: number }) {
  const { t } = useTranslation("product");
  const chat = useMessageCompany();
  const act = useAccountAction<"message">(() => chat.mutate(company), { scope: "message" });
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconMessageCircle} />}
      loading={chat.isPending}
      onClick={() => act("message")}
    >
      {t("message")}
    </Button>
  );
}
