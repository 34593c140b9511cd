import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { useMessageCompany } from "@/shared/company-chat/useMessageCompany";
import { Icon } from "@/ui/Icon";

/** Opens the chat with the company. A visitor signs in first and comes back. */
export function MessageCompany({ company }: { company: number }) {
  const { t } = useTranslation("product");
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const chat = useMessageCompany();
  const open = () => {
    if (!user) return navigate(`/login?next=${encodeURIComponent(pathname + search)}`);
    if (isGuest(user)) return navigate("/signup");
    chat.mutate(company);
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon of={IconMessageCircle} />}
      loading={chat.isPending}
      onClick={open}
    >
      {t("message")}
    </Button>
  );
}
