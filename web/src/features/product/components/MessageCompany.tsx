import { Button } from "@mantine/core";
import { IconMessageCircle } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { isGuest, useUser } from "@/api/auth";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { openDirectChat } from "@/shared/person/openDirectChat";
import { Icon } from "@/ui/Icon";
import { readContact } from "../api";

/** Opens the chat with the company. A visitor signs in first and comes back. */
export function MessageCompany({ company }: { company: number }) {
  const { t } = useTranslation("product");
  const user = useUser();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const chat = useMutation({
    mutationFn: async () => openDirectChat({ user_id: await readContact(company) }),
    onSuccess: (id) => navigate(`/messages/${id}`),
    onError(failure) {
      const offline = failure instanceof ApiError && failure.code === "network";
      toast.error(t(offline ? "common:error.network" : "messageFailed"));
    },
  });
  const open = () => {
    if (!user) return navigate(`/login?next=${encodeURIComponent(pathname + search)}`);
    if (isGuest(user)) return navigate("/signup");
    chat.mutate();
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
