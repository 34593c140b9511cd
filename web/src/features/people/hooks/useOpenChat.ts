import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { openDirectChat } from "@/shared/person/openDirectChat";

/** Opens the direct chat with a user. */
export function useOpenChat() {
  const { t } = useTranslation("people");
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (user: number) => openDirectChat({ user_id: user }),
    onSuccess: (chat) => navigate(`/messages/${chat}`),
    onError(failure) {
      const code = failure instanceof ApiError ? failure.code : "";
      if (code === "chat.not_open") toast.error(t("notOpen"));
      else toast.error(code === "network" ? t("common:error.network") : t("writeFailed"), failure);
    },
  });
}
