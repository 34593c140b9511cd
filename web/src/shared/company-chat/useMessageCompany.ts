import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ApiError } from "@/api/errors";
import { toast } from "@/lib/toasts";
import { openDirectChat } from "@/shared/person/openDirectChat";

/** Opens the chat with a company, given its id. */
export function useMessageCompany() {
  const { t } = useTranslation("catalogue");
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (company_id: number) => openDirectChat({ company_id }),
    onSuccess: (chat) => navigate(`/messages/${chat}`),
    onError(failure) {
      const offline = failure instanceof ApiError && failure.code === "network";
      toast.error(offline ? t("common:error.network") : t("messageFailed"), failure);
    },
  });
}
