import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { openDirectChat } from "@/shared/person/openDirectChat";
import { Icon } from "@/ui/Icon";

/** Button that opens the chat with a customer. A customer without an account has no chat. */
export function MessageCustomer({ customer }: { customer: number | null | undefined }) {
  const { t } = useTranslation("business-orders");
  const navigate = useNavigate();
  const message = useMutation({
    mutationFn: (user_id: number) => openDirectChat({ user_id }),
    onSuccess: (chat) => navigate(`/pro/messages/${chat}`),
    onError: (error) => {
      const offline = error instanceof ApiError && error.code === "network";
      toast.error(offline ? t("common:error.network") : t("order.messageFailed"), error);
    },
  });
  if (!customer) return null;
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconMessageCircle} />}
      loading={message.isPending}
      onClick={() => message.mutate(customer)}
    >
      {t("order.message")}
    </Button>
  );
}
